import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { ask } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { useHours } from '../../components/hours.ts'
import { centsText } from '../../components/money.ts'
import { Loaded, Notice, Skeleton } from '../../components/page.tsx'
import { dateText, rangeText } from '../../time.ts'
import type { Change, Scope } from './form.ts'

type Shown = AnswerOf<'POST /api/console/settings/preview'>
/** More people than this are shown when asked for. */
const shownMax = 5

type Paid = Shown['people'][number]['before']

/** A button that shows what unsaved changes would do. */
export function Preview({ scope, change }: { scope: Scope; change: Change }) {
  const [open, setOpen] = useState(false)
  if (open) return <Effects scope={scope} change={change} />
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Preview</Button>
    </div>
  )
}

/** From when a change would hold, and what it would change in the running pay period. */
export function Effects({ scope, change }: { scope: Scope; change: Change }) {
  const body = { ...scope, ...change, alters_approved: true }
  const effects = useQuery<Shown>({
    queryKey: ['time', 'settings/preview', body],
    queryFn: () => ask('POST', '/api/console/settings/preview', { body }),
    retry: false,
  })
  if (effects.error) return <Notice kind="bad">{effects.error.message}</Notice>
  return (
    <Loaded of={effects} skeleton={<Skeleton lines={2} height={20} />}>
      {(shown) => <Result shown={shown} change={change} />}
    </Loaded>
  )
}

function Result({ shown, change }: { shown: Shown; change: Change }) {
  const { start_date, end_date, people, altered_to } = shown
  const period = rangeText(start_date, end_date)
  return (
    <div className="settings-preview" role="status">
      {fromTexts(shown, change).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {altered_to && (
        <Notice kind="warn">Time through {dateText(altered_to, { dateStyle: 'long' })} is approved already.</Notice>
      )}
      {people.length === 0 ? (
        <p>No one’s pay changes in the current pay period, {period}.</p>
      ) : (
        <details open={people.length <= shownMax}>
          <summary>
            The pay of {peopleText(people.length)} changes in the current pay period, {period}
          </summary>
          <ul className="settings-rules">
            {people.map(({ user_id, name, before, after }) => (
              <li key={user_id}>
                {name}: <PaidText paid={before} /> → <PaidText paid={after} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** `The rules hold from November 8, 2026.` */
function fromTexts({ from, overtime_from }: Shown, { overtime, settings = {} }: Change): string[] {
  const text = (what: string, day: string | null) =>
    `${what} from ${day === null ? 'the beginning, for all time' : dateText(day, { dateStyle: 'long' })}.`
  return [
    ...(overtime === undefined ? [] : [text('The rules hold', overtime_from)]),
    ...(Object.keys(settings).length === 0 ? [] : [text('The changes hold', from)]),
  ]
}

function PaidText({ paid }: { paid: Paid }) {
  const hours = useHours()
  const overtime = Object.entries(paid.overtime).sort(([a], [b]) => Number(a) - Number(b))
  const gross = typeof paid.gross_cents === 'number' ? [`${centsText(paid.gross_cents)} gross`] : []
  const sums = overtime.map(([rate, sum]) => `${hours(sum)} × ${rate}`)
  return <>{[`${hours(paid.regular)} regular`, ...sums, ...gross].join(', ')}</>
}

function peopleText(count: number): string {
  return count === 1 ? 'one person' : `${count} people`
}
