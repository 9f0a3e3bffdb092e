import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Intent, intending } from '../../api/intents.ts'
import type { Sent } from '../../api/request.ts'
import { changing } from '../../components/dialogs/changing.ts'

/**
 * A change that settles once the page shows its result; `intents` are shown from the press on. Throws ApiError into `error`.
 * What makes something passes on what was `sent` before.
 */
export function useShownChange<Input, Output>(
  change: (input: Input, sent: Sent) => Promise<Output>,
  intents: readonly Intent[] = [],
) {
  const [sent] = useState<Sent>({})
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => intending(intents, () => changing(() => change(input, sent))),
  })
}
