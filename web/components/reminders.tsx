import './reminders.css'
import { useState } from 'react'
import { useAnswer, useRecords } from '../api/queries.ts'
import { useMe } from '../api/start.ts'
import { Button } from './button.tsx'
import { useTwelve } from './hours.ts'
import { Card, Loaded, Skeleton } from './page.tsx'
import { ReminderDialog } from './reminder_dialog.tsx'
import {
  heldFor,
  type Reminder,
  reminderTypes,
  type Target,
  type Whose,
  wayWords,
  whenWords,
} from './reminder_words.ts'

type Props = { target: Target; whose: Whose }

/** Reminders to clock in and out, in words, with a button to change each. */
export function Reminders({ target, whose }: Props) {
  const ids = target.kind === 'person' ? [0, target.id] : [0]
  const reminders = useRecords('reminders', { user_ids: ids })
  const groups = useAnswer('setup', '/api/console/group_reminders')
  const [changed, setChanged] = useState<string>()
  const both = { ...reminders, data: reminders.data && groups.data && [...reminders.data, ...groups.data.reminders] }
  return (
    <Card title="Reminders">
      <p className="quiet">{target.kind === 'group' ? abouts.group : abouts[whose]}</p>
      <Loaded of={{ ...both, error: reminders.error ?? groups.error }} skeleton={<Skeleton lines={2} height={52} />}>
        {(all: readonly Reminder[]) => (
          <ul className="rows reminder-rows">
            {reminderTypes.map(({ type, title }) => (
              <li key={type}>
                <div>
                  <strong>{title}</strong>
                  <p className="quiet">
                    <Words held={heldFor(all, type, target)} target={target} whose={whose} />
                  </p>
                </div>
                <Button aria-label={`Change: ${title}`} onClick={() => setChanged(type)}>
                  Change
                </Button>
                {changed === type && (
                  <ReminderDialog
                    all={all}
                    type={type}
                    target={target}
                    whose={whose}
                    onClose={() => setChanged(undefined)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

const abouts: Record<Whose | 'group', string> = {
  everyone: 'For people without their own reminder, in their time zone.',
  group: 'For people in the group without their own reminder, in their time zone.',
  own: 'Sent only when needed, and never during your time off.',
  person: 'Sent only when needed, and never during time off.',
}

function Words({ held, target, whose }: Props & { held: ReturnType<typeof heldFor> }) {
  const { company } = useMe()
  const twelve = useTwelve()
  const one = whose === 'own' ? 'You are' : target.kind === 'group' ? 'The group is' : 'They are'
  if (held.by === 'none') return `${one} not reminded, regardless of the default.`
  if (held.by === 'no one') return target.kind === 'company' ? 'No one is reminded.' : `${one} not reminded.`
  const when = whenWords(held.reminder, twelve)
  const ways = wayWords(held.reminder)
  const how = whose === 'own' ? ways.replace('their', 'your') : ways
  if (held.by === 'own') return `${one} reminded ${when}, ${how}.`
  if (target.kind === 'company') return `Everyone is reminded ${when}, ${how}.`
  const who = held.by === 'group' ? (whose === 'own' ? 'Your group' : 'Their group') : company.name
  const what = held.by === 'group' ? 'is reminded' : whose === 'own' ? 'reminds you' : 'reminds them'
  return `${who} ${what} ${when}, ${how}.`
}
