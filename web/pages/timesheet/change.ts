import { useMutation } from '@tanstack/react-query'
import { changing } from '../../components/dialogs/changing.ts'

/** A change that settles once the page shows its result. Throws ApiError into `error`. */
export function useShownChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useMutation<Output, Error, Input>({ mutationFn: (input) => changing(() => change(input)) })
}
