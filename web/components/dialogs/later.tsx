import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { tryLater } from '../../api/connection.ts'
import { arriving } from './code.ts'
import { holdKeys, takeKeys } from './keys_ahead.ts'
import { Part } from './missing_code.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A component whose code is loaded on demand, and a function that preloads it. If the code is loaded, the component is
 * shown immediately. `lazy` alone would first show a fallback, after which React delays the content by 300 ms.
 */
export function loadable<Props extends object>(load: Load<Props>): { page: ComponentType<Props>; load: Load<Props> } {
  let there: ComponentType<Props> | undefined
  const loadAndKeep = async () => {
    const module = await arriving(load)
    there = module.default
    return module
  }
  let Loading = lazy(loadAndKeep)
  const page = (props: Props) => {
    // Must stay the same component while it is shown, or it would lose its state.
    const [Shown, setShown] = useState<ComponentType<Props>>(() => there ?? Loading)
    const again = () => {
      const loading = loadAndKeep()
      // What has failed stays failed.
      Loading = lazy(() => loading)
      setShown(() => there ?? Loading)
      return loading.then(() => {}, tryLater)
    }
    return (
      <Part again={again}>
        <Shown {...props} />
      </Part>
    )
  }
  return { page, load: loadAndKeep }
}

/**
 * The default export of a module that is loaded when it is first shown, which keeps the first load small. `meanwhile`
 * is shown while it loads.
 */
export function later<Props extends object>(
  load: Load<Props>,
  meanwhile?: (props: Props) => ReactNode,
): ComponentType<Props> {
  const { page: Loaded } = loadable(load)
  return (props) => (
    <Suspense fallback={meanwhile?.(props)}>
      <Loaded {...props} />
    </Suspense>
  )
}

/** `later` for a dialog: keys pressed while it loads are its own, not those of the page. */
export function laterDialog<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return later(load, () => <Holding />)
}

function Holding() {
  useLayoutEffect(holdKeys, [])
  // The dialog takes them first, if it has opened.
  useEffect(() => () => queueMicrotask(takeKeys), [])
  return null
}
