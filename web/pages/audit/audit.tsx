import { own } from '../../own_address.ts'
import './audit.css'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { useTwelve } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { whenText } from '../../time.ts'

type Line = AnswerOf<'GET /api/console/audit'>['lines'][number]

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
  const names = ['user_id', 'kind', 'start_date', 'end_date', 'type', 'record_id']
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

function Files({ query }: { query: Record<string, string> }) {
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
      {({ lines, more }) =>
        lines.length === 0 ? (
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
              {lines.map((line) => (
                <OneLine key={line.sequence} line={line} onRecord={'record_id' in query ? undefined : onRecord} />
              ))}
            </ul>
            {isLast && more && (
              <Button onClick={() => onMore(lines[0]!.sequence, lines.at(-1)!.sequence)}>{t('Show more')}</Button>
            )}
            {isLast && 'record_id' in query && <Button onClick={onClear}>{t('Clear filters')}</Button>}
          </>
        )
      }
    </Loaded>
  )
}

function OneLine({ line, onRecord }: { line: Line; onRecord: ((line: Line) => void) | undefined }) {
  const { zone } = useMe()
  const twelve = useTwelve()
  const { time, kind, sentence, address, program, source, record, record_id } = line
  const from = [kinds[kind as keyof typeof kinds] && t(kinds[kind as keyof typeof kinds]), program, address]
  return (
    <li>
      <p>{sentence}</p>
      <small className="quiet">
        {[
          whenText(time, zone, twelve),
          ...from.filter((text) => text && !(source === 'server' && text === program)),
        ].join(' · ')}
      </small>
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
