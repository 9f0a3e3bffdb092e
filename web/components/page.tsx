import { type ReactNode, useEffect, useRef } from 'react'
import { setTitle } from './title.ts'

/** A page: its title, what can be done with all of it, and its content. The title gets the focus when one comes here. */
export function Page({
  title,
  about,
  actions,
  wide,
  untitled,
  children,
}: {
  title: string
  about?: ReactNode
  actions?: ReactNode
  wide?: boolean
  /** The title is for screen readers only, as something else says it. */
  untitled?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    setTitle(title)
  }, [title])
  useEffect(() => {
    // Only after going from page to page: on the first load the browser decides.
    if (history.state?.moved) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <main id="main" className={`page ${wide ? 'wide' : ''}`}>
      <header className={`page-head ${untitled ? 'unseen' : ''}`}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {about && <p className="quiet">{about}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </main>
  )
}

/** A framed part of a page. */
export function Card({
  title,
  actions,
  children,
  className = '',
}: {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section className={`card ${className}`}>
      {(title || actions) && (
        <header className="card-head">
          {title && <h2>{title}</h2>}
          {actions && <div className="actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

/** What stands where there is nothing yet: what that means and what to do. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty">
      {icon && <div className="empty-icon">{icon}</div>}
      <h2>{title}</h2>
      {children && <p className="quiet">{children}</p>}
      {action}
    </div>
  )
}

/** Grey bars of the height that the content will have, so that nothing jumps when it comes. */
export function Skeleton({ lines = 3, height = 44 }: { lines?: number; height?: number }) {
  return (
    <div className="skeleton" role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <div key={line} style={{ height }} />
      ))}
    </div>
  )
}

/** Something important about what is on the page. */
export function Notice({
  kind = 'info',
  title,
  children,
}: {
  kind?: 'info' | 'warn' | 'bad' | 'good'
  title?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={`notice ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      {title && <strong>{title}</strong>}
      {children && <div>{children}</div>}
    </div>
  )
}

/** What went wrong while asking, and a way to try again. */
export function Failed({ error, again }: { error: Error; again: () => unknown }) {
  return (
    <Notice kind="bad" title="This could not be loaded.">
      {error.message}{' '}
      <button type="button" className="link" onClick={() => again()}>
        Try again
      </button>
    </Notice>
  )
}

/** What a question to the server comes to: grey bars, what went wrong, or the content. */
export function Loaded<T>({
  of,
  skeleton,
  children,
}: {
  of: { data: T | undefined; error: Error | null; refetch: () => unknown }
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (of.data !== undefined) return <>{children(of.data)}</>
  if (of.error) return <Failed error={of.error} again={of.refetch} />
  return <>{skeleton ?? <Skeleton />}</>
}
