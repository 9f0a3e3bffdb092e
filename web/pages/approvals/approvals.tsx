import './approvals.css'
import { CheckCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { addDays, isDate, payPeriodOf } from '../../../src/rules/calendar.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { Check, SelectField } from '../../components/field.tsx'
import { useHours, useShownUnit } from '../../components/hours.ts'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page.tsx'
import { rangeText, today } from '../../time.ts'
import { useApproving } from './approving.ts'
import { PersonRow } from './person_row.tsx'
import { type Person, shownHours, stateOf } from './state.ts'

/** Where managers close a pay period: everyone's time, its exceptions, and approval. */
export default function ApprovalsPage() {
  const me = useMe()
  const [search, setSearch] = useSearchParams()
  const general = me.settings.general ?? {}
  const asked = search.get('day') ?? ''
  const now = today(me.zone)
  const period = payPeriodOf(isDate(asked) ? asked : now, general)
  const group = search.get('group') ?? ''
  const groups = useRecords('groups', { active: 'yes' })
  const answer = useAnswer('time', '/api/console/approvals', {
    start_date: period.start,
    end_date: period.end,
    ...(group ? { group_ids: group } : {}),
  })
  const go = (part: Record<string, string>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(part)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    })
  return (
    <Page title="Approvals" about="Review exceptions, return what needs fixing, approve the rest.">
      <div className="approvals-head">
        <div className="approvals-period">
          <Button
            label="Previous pay period"
            icon={<ChevronLeft size={20} aria-hidden="true" />}
            onClick={() => go({ day: addDays(period.start, -1) })}
          />
          <strong aria-live="polite">{rangeText(period.start, period.end)}</strong>
          <Button
            label="Next pay period"
            icon={<ChevronRight size={20} aria-hidden="true" />}
            disabled={period.end >= now}
            onClick={() => go({ day: addDays(period.end, 1) })}
          />
        </div>
        <SelectField label="Group" hideLabel value={group} onChange={({ target }) => go({ group: target.value })}>
          <option value="">All groups</option>
          {groups.data
            ?.filter(({ id }) => me.may('approve_timesheets') || me.manages.includes(id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      </div>
      <Loaded of={answer} skeleton={<Skeleton lines={6} height={84} />}>
        {({ people }) => <People key={period.start + group} people={people} period={period} now={now} />}
      </Loaded>
    </Page>
  )
}

function People({
  people,
  period,
  now,
}: {
  people: readonly Person[]
  period: { start: string; end: string }
  now: string
}) {
  const [onlyOpen, setOnlyOpen] = useState(false)
  const [hours, unit] = [useHours(), useShownUnit()]
  const shown = (person: Person) => shownHours(person, unit)
  const end = period.end < now ? period.end : now
  const approving = useApproving(period.start, end)
  const { data } = useAnswer('time', '/api/console/corrections', {
    status: 'pending',
    start_date: period.start,
    end_date: period.end,
  })
  if (people.length === 0)
    return (
      <Card>
        <Empty title="No time to approve">
          No one in this group has time that you can approve. Choose another group.
        </Empty>
      </Card>
    )
  const states = new Map(people.map((person) => [person.user_id, stateOf(person, end)]))
  const waiting = people.filter((person) => states.get(person.user_id) !== 'approved')
  const corrections = Map.groupBy(data?.corrections ?? [], ({ user_id }) => user_id)
  const onTheClock = waiting.filter(({ running }) => running !== null).map(({ name }) => name)
  const clean = waiting.filter(
    ({ user_id, exceptions, running }) => exceptions.length === 0 && running === null && !corrections.has(user_id),
  )
  const sum = (of: (person: Person) => number) => people.reduce((total, person) => total + of(person), 0)
  const listed = (onlyOpen ? waiting : people).toSorted(
    (a, b) => b.exceptions.length - a.exceptions.length || a.name.localeCompare(b.name),
  )
  return (
    <>
      <Card>
        <dl className="approvals-sums">
          <div>
            <dt>Work</dt>
            <dd>{hours(sum((person) => shown(person).work))}</dd>
          </div>
          <div>
            <dt>Overtime</dt>
            <dd>{hours(sum((person) => shown(person).overtime))}</dd>
          </div>
          <div>
            <dt>Time off</dt>
            <dd>{hours(sum((person) => shown(person).timeOff))}</dd>
          </div>
          <div>
            <dt>Issues</dt>
            <dd>{sum(({ exceptions }) => exceptions.length)}</dd>
          </div>
          <div>
            <dt>Approved</dt>
            <dd>
              {people.length - waiting.length} of {people.length}
            </dd>
          </div>
        </dl>
        <div className="actions approvals-all">
          <Check label="Hide approved" checked={onlyOpen} onChange={({ target }) => setOnlyOpen(target.checked)} />
          <Button
            kind="primary"
            icon={<CheckCheck size={18} aria-hidden="true" />}
            disabled={clean.length === 0}
            busy={approving.isBusy}
            onClick={() => approving.approve(clean)}
          >
            {clean.length === 0 ? 'Nothing left to approve in bulk' : `Approve ${clean.length} with no issues`}
          </Button>
        </div>
        {onTheClock.length > 0 && (
          <p className="quiet">
            Still on the clock: {new Intl.ListFormat().format(onTheClock)}. Their time can be approved once they clock
            out.
          </p>
        )}
      </Card>
      {listed.length === 0 ? (
        <Card>
          <Empty title="Everything is approved">You’re ready to run payroll. The files are under Reports.</Empty>
        </Card>
      ) : (
        <ul className="approvals-people">
          {listed.map((person) => (
            <li key={person.user_id}>
              <PersonRow
                person={person}
                corrections={corrections.get(person.user_id) ?? []}
                state={states.get(person.user_id)!}
                period={period}
                end={end}
                approving={approving}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
