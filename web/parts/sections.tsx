import { Link, useLocation } from 'wouter'

/** Links to the sections of a page, as tabs over it. On phones they scroll inside their own row. */
export function Sections({
  label,
  sections,
}: {
  label: string /** `question` is put behind the address, `?` included. */
  sections: readonly { href: string; name: string; question?: string }[]
}) {
  const [location] = useLocation()
  const chosen = sections
    .filter(({ href }) => location === href || location.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0]
  return (
    <nav className="sections" aria-label={label}>
      {sections.map(({ href, name, question = '' }) => (
        <Link key={href} href={href + question} aria-current={href === chosen?.href ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
