import { useMutation } from '@tanstack/react-query'
import { type Intent, intending } from '../../api/intents.ts'
import { changing } from '../../components/dialogs/changing.ts'

/**
 * A change that settles once the page shows its result; `intents` are shown from the press on. Throws ApiError into `error`.
 */
export function useShownChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  intents: readonly Intent[] = [],
) {
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => intending(intents, () => changing(() => change(input))),
  })
}
