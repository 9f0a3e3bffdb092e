import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** A component whose code is loaded when it is first shown; `meanwhile` is shown until then. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense fallback={meanwhile}>
      <Loaded {...props} />
    </Suspense>
  )
}
