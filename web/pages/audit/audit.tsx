import { own } from '../../own_address.ts'
import './audit.css'
import { Download, ScrollText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { msg } from '../../../src/rules/language/messages.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { useTwelve } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { whenText } from '../../time.ts'
import { actsOf, actText, type Line } from './acts.ts'

const kinds = {
  people: msg('People'),
  rights: msg('Permissions'),
  pay: msg('Pay'),
  approvals: msg('Approvals'),
  jobs: msg('Jobs'),
  settings: msg('Settings'),
  sign_ins: msg('Signing in'),
  tokens: msg('Tokens and apps'),
  exports: msg('Exports'),
} as const

const linesAtOnce = 50
const pauseMilliseconds = 300

/** The filters in the page's URL, as the server takes them. */
function useFilters() {
  const [search, setSearch] = useSearchParams()
  const value = (name: string) => search.get(name) ?? ''
  const set = (name: string, to: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (to === '') after.delete(name)
        else after.set(name, to)
        return after
      },
      { replace: true },
    )
  const names = ['search', 'user_id', 'kind', 'start_date', 'end_date', 'type', 'record_id']
  const query = Object.fromEntries(names.flatMap((name) => (value(name) === '' ? [] : [[name, value(name)]])))
  return { value, set, query, clear: () => setSearch(new URLSearchParams(), { replace: true }) }
}

/** Who changed what in the company, newest first. */
export default function AuditPage() {
  const filters = useFilters()
  const { query } = filters
  return (
    <Page
      title={t('Audit')}
      about={t('Who changed people, permissions, pay, jobs and settings, who signed in, and what was exported.')}
      actions={<Files query={query} />}
    >
      <Card>
        <FilterFields {...filters} />
        {/* Other filters begin at the newest line. */}
        <Lines key={JSON.stringify(query)} {...filters} />
      </Card>
    </Page>
  )
}

/** The files have all lines of the other filters. */
function Files({ query: { search: _, ...query } }: { query: Record<string, string> }) {
  const hrefOf = (format: string) => own(`/api/console/audit/export?${new URLSearchParams({ ...query, format })}`)
  return (
    <>
      <a className="button" href={hrefOf('csv')} download>
        <Download size={18} aria-hidden="true" />
        {t('Download CSV')}
      </a>
      <a className="button" href={hrefOf('jsonl')} download>
        <Download size={18} aria-hidden="true" />
        {t('Download JSON lines')}
      </a>
    </>
  )
}

type Filters = ReturnType<typeof useFilters>

function FilterFields({ value, set }: Filters) {
  const people = useRecords('users', { active: 'both' })
  return (
    <search className="audit-filters">
      <SearchField value={value('search')} onChange={(words) => set('search', words)} />
      <PersonPicker
        label={t('Person')}
        none={t('Everyone')}
        people={people.data ?? []}
        value={Number(value('user_id'))}
        text={t('Person {id}', { id: value('user_id') })}
        onChange={(id) => set('user_id', id === 0 ? '' : String(id))}
      />
      <SelectField label={t('Kind')} value={value('kind')} onChange={(event) => set('kind', event.target.value)}>
        <option value="">{t('Everything')}</option>
        {Object.entries(kinds).map(([kind, text]) => (
          <option key={kind} value={kind}>
            {t(text)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('From')}
        type="date"
        value={value('start_date')}
        onChange={(event) => set('start_date', event.target.value)}
      />
      <TextField
        label={t('To')}
        type="date"
        value={value('end_date')}
        onChange={(event) => set('end_date', event.target.value)}
      />
    </search>
  )
}

/** Searches once the typing has paused: the server reads lines for it. */
function SearchField({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const [words, setWords] = useState(value)
  const [sent, setSent] = useState(value)
  // The filters were cleared.
  if (value !== sent) {
    setSent(value)
    setWords(value)
  }
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (words === value) return
    const timer = setTimeout(() => latest.current(words), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [words, value])
  return (
    <TextField
      label={t('Search')}
      type="search"
      placeholder={t('Names, words, addresses')}
      maxLength={200}
      value={words}
      onChange={({ target }) => setWords(target.value)}
    />
  )
}

/**
 * Pages of lines. Each page requests the lines before the last line of the previous page. Once there are several pages,
 * the first one no longer changes: new lines would push others out of it, and no page would show those.
 */
function Lines({ query, set, clear }: Filters) {
  const [pages, setPages] = useState<readonly number[]>([0])
  return (
    <>
      {pages.map((before, index) => (
        <PageOfLines
          key={before}
          query={before === 0 ? query : { ...query, before }}
          isLast={index === pages.length - 1}
          onMore={(newest, next) => setPages([pages[0] || newest + 1, ...pages.slice(1), next])}
          onRecord={(line) => {
            set('type', line.type)
            set('record_id', String(line.record_id))
          }}
          onClear={clear}
        />
      ))}
    </>
  )
}

function PageOfLines({
  query,
  isLast,
  onMore,
  onRecord,
  onClear,
}: {
  query: Record<string, string | number>
  isLast: boolean
  onMore: (newest: number, before: number) => void
  onRecord: (line: Line) => void
  onClear: () => void
}) {
  const found = useAnswer('setup', '/api/console/audit', { ...query, limit: linesAtOnce })
  const isNarrowed = Object.keys(query).length > 0
  return (
    <Loaded of={found} skeleton={<Skeleton lines={6} height={44} />}>
      {({ lines, next }) =>
        lines.length === 0 && next === null ? (
          <Empty
            icon={<ScrollText size={40} aria-hidden="true" />}
            title={t('No matches')}
            action={isNarrowed ? <Button onClick={onClear}>{t('Clear filters')}</Button> : undefined}
          >
            {t('Try different filters.')}
          </Empty>
        ) : (
          <>
            <ul className="audit-lines" aria-label={t('Audit')}>
              {actsOf(lines).map((act) => (
                <Act key={act[0]!.sequence} act={act} onRecord={'record_id' in query ? undefined : onRecord} />
              ))}
            </ul>
            {isLast && next !== null && (
              <Button onClick={() => onMore(lines[0]?.sequence ?? next, next)}>{t('Show more')}</Button>
            )}
            {isLast && 'record_id' in query && <Button onClick={onClear}>{t('Clear filters')}</Button>}
          </>
        )
      }
    </Loaded>
  )
}

/** What was done at once: one line, or several that open. */
function Act({ act, onRecord }: { act: readonly Line[]; onRecord: ((line: Line) => void) | undefined }) {
  const [first] = act
  if (act.length === 1) return <OneLine line={first!} onRecord={onRecord} />
  return (
    <li className="audit-act">
      <details>
        <summary>
          <span>{actText(act)}</span>
          <From line={first!} />
        </summary>
        <ul>
          {act.map((line) => (
            <OneLine key={line.sequence} line={line} onRecord={onRecord} />
          ))}
        </ul>
      </details>
    </li>
  )
}

function OneLine({ line, onRecord }: { line: Line; onRecord: ((line: Line) => void) | undefined }) {
  const { sentence, record, record_id } = line
  return (
    <li>
      <p>{sentence}</p>
      <From line={line} />
      {onRecord && record_id > 0 && (
        <Button
          kind="quiet"
          label={t('Only entries about {name}', { name: record })}
          icon={<ScrollText size={16} aria-hidden="true" />}
          onClick={() => onRecord(line)}
        />
      )}
    </li>
  )
}

/** When it was, and where it came from. */
function From({ line: { time, kind, address, program, source } }: { line: Line }) {
  const { zone } = useMe()
  const twelve = useTwelve()
  const from = [kinds[kind as keyof typeof kinds] && t(kinds[kind as keyof typeof kinds]), program, address]
  return (
    <small className="quiet">
      {[
        whenText(time, zone, twelve),
        ...from.filter((text) => text && !(source === 'server' && text === program)),
      ].join(' · ')}
    </small>
  )
}
