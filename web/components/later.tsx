import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/**
 * The default export of a module that is loaded when it is first shown, which keeps the first load small. `meanwhile` is
 * shown until then.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile?: (props: Props) => ReactNode,
): ComponentType<Props> {
  const Loaded = lazy(load)
  return (props) => (
    <Suspense fallback={meanwhile?.(props)}>
      <Loaded {...props} />
    </Suspense>
  )
}
