import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '../../language.ts'
import { showTop } from './arrival.ts'
import { useInParts } from './in_parts.ts'
import { setTitle } from './title.ts'

/** A page: its title, actions and content. The title gets the focus after navigation. */
export function Page({
  title,
  windowTitle = title,
  about,
  actions,
  untitled,
  children,
}: {
  title: string
  /** The title of the window, if it is another one. */
  windowTitle?: string
  about?: ReactNode
  actions?: ReactNode
  /** Shows the title to screen readers only, because something else on the page shows it. */
  untitled?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    setTitle(windowTitle)
  }, [windowTitle])
  useLayoutEffect(showTop, [])
  useEffect(() => {
    // Only after navigation in the app: on the first load the browser decides. A menu that was opened while the page was
    // loading would close.
    const isMenuOpen = document.activeElement?.matches('[aria-expanded="true"]')
    if (history.state?.moved && !isMenuOpen) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <main id="main" className="page">
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
  label,
}: {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
  /** What it is, for screen readers, if no title says it. */
  label?: string
}) {
  return (
    <section className={`card ${className}`} aria-label={label}>
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

/** An empty state: what it means and what to do. */
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

/** Gray bars as tall as the content will be, so nothing jumps when it loads. */
export function Skeleton({ lines = 3, height = 44 }: { lines?: number; height?: number }) {
  return (
    <div className="skeleton" role="status" aria-busy="true" aria-label={t('Loading')}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <div key={line} style={{ height }} />
      ))}
    </div>
  )
}

/** An important message about the page; nothing if there is none. */
export function Notice({
  kind = 'info',
  title,
  children,
}: {
  kind?: 'info' | 'warn' | 'bad' | 'good'
  title?: ReactNode
  children?: ReactNode
}) {
  if (!title && !children) return null
  return (
    <div className={`notice ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      {title && <strong>{title}</strong>}
      {children && <div>{children}</div>}
    </div>
  )
}

/** A loading error with a retry button. */
export function Failed({ error, again }: { error: Error; again: () => unknown }) {
  return (
    <Notice kind="bad" title={t('Couldn’t load this.')}>
      {error.message}{' '}
      <button type="button" className="link" onClick={() => again()}>
        {t('Try again')}
      </button>
    </Notice>
  )
}

/** The state of a query: skeleton, error or content. */
export function Loaded<T>({
  of,
  skeleton,
  children,
}: {
  of: { data: T | undefined; error: Error | null; refetch: () => unknown }
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}) {
  const shows = useInParts(of.data !== undefined)
  if (of.data !== undefined && shows) return <>{children(of.data)}</>
  if (of.error && of.data === undefined) return <Failed error={of.error} again={of.refetch} />
  return <>{skeleton ?? <Skeleton />}</>
}
