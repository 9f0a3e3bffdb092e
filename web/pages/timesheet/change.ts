import { useMutation } from '@tanstack/react-query'
import { changing } from '../../components/restoring.ts'

/** A change that is done when the page shows what has become of it. Throws ApiError into `error`. */
export function useShownChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useMutation<Output, Error, Input>({ mutationFn: (input) => changing(() => change(input)) })
}
