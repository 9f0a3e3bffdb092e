import { ArrowUpRight } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { t } from '../../language.ts'
import { SearchField } from '../fields/search_field.tsx'
import './find_field.css'
import type { Findable } from './finding.ts'

/** A search field over pages and settings. Enter opens the first one found. */
export function FindField({
  label,
  words,
  found,
  onChange,
}: {
  label: string
  words: string
  found: readonly Findable[]
  onChange: (words: string) => void
}) {
  const [, navigate] = useLocation()
  const first = found[0]
  return (
    <search className="find-field">
      <SearchField
        label={label}
        value={words}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !first) return
          event.preventDefault()
          navigate(first.href, { state: { moved: true } })
          onChange('')
        }}
      />
    </search>
  )
}

const shownMax = 10

/** What was found, as links, and how much that is. */
export function FoundList({ label, found, onOpen }: { label: string; found: readonly Findable[]; onOpen: () => void }) {
  return (
    <>
      <nav className="found-list" aria-label={label}>
        {found.slice(0, shownMax).map(({ key, href, name, detail }) => (
          <Link key={key} href={href} state={{ moved: true }} onClick={onOpen}>
            <span>{name}</span>
            {detail !== '' && <small>{detail}</small>}
            {!href.startsWith('/settings') && <ArrowUpRight size={16} aria-hidden="true" />}
          </Link>
        ))}
      </nav>
      <p className={found.length === 0 ? 'quiet' : 'unseen'} role="status">
        {found.length === 0
          ? t('No matches')
          : t('{count, plural, one {# match} other {# matches}}', { count: found.length })}
      </p>
    </>
  )
}
