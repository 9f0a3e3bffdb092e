import { Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { Avatar } from '../../components/people/person.tsx'
import { t } from '../../language.ts'

/** A person in a list: the name leads to `href`, and the actions are beside it. */
export function PersonRow({
  name,
  href,
  badge,
  children,
  phone = '',
  actions,
}: {
  name: string
  href: string
  badge?: ReactNode
  children: ReactNode
  phone?: string
  actions?: ReactNode
}) {
  return (
    <li className="today-row">
      <Avatar name={name} />
      <div className="today-who">
        <p className="today-name">
          <Link href={href}>{name}</Link> {badge}
        </p>
        <div className="today-what">{children}</div>
      </div>
      <div className="today-do">
        {phone !== '' && (
          <a className="button quiet icon-only" href={`tel:${phone}`} title={t('Call {name}', { name })}>
            <Phone size={20} aria-hidden="true" />
            <span className="unseen">{t('Call {name}', { name })}</span>
          </a>
        )}
        {actions}
      </div>
    </li>
  )
}

/** How many rows a list shows at first. */
const rowsShown = 4

/** The first rows of a list, and a button that shows the others; beyond those in the answer, a link to `href`. */
export function Rows<Row>({
  list: { count, rows },
  href,
  children,
}: {
  list: { count: number; rows: readonly Row[] }
  href: string
  children: (row: Row) => ReactNode
}) {
  const [all, setAll] = useState(false)
  // A list of one more takes no more room than the button.
  const shown = all || rows.length <= rowsShown + 1 ? rows : rows.slice(0, rowsShown)
  return (
    <>
      <ul className="today-rows">{shown.map(children)}</ul>
      {shown.length < rows.length && (
        <button type="button" className="link today-more" onClick={() => setAll(true)}>
          {t('Show {count} more', { count: rows.length - shown.length })}
        </button>
      )}
      {shown.length === rows.length && count > rows.length && (
        <Link className="today-more" href={href}>
          {t('{count} more', { count: count - rows.length })}
        </Link>
      )}
    </>
  )
}
