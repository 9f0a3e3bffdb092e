import './sections.css'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'

/** Tabs that link to the sections of a page. On phones they scroll in their own row. */
export function Sections({
  label,
  sections,
}: {
  label: string /** `question` is the query string to append, with its `?`. */
  sections: readonly { href: string; name: string; question?: string }[]
}) {
  const [location] = useLocation()
  const chosen = sections
    .filter(({ href }) => location === href || location.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0]
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector(`[aria-current]`)
    if (chosen && current instanceof HTMLElement && row.current) row.current.scrollLeft = current.offsetLeft - 24
  }, [chosen])
  return (
    <nav className="sections" aria-label={label} ref={row}>
      {sections.map(({ href, name, question = '' }) => (
        <Link key={href} href={href + question} aria-current={href === chosen?.href ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
