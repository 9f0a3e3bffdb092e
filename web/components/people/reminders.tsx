import { msg } from '../../../src/rules/language/messages.ts'
import { t } from '../../language.ts'
import './reminders.css'
import { useState } from 'react'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Button } from '../page/button.tsx'
import { Card, Loaded, Skeleton } from '../page/page.tsx'
import { useTwelve } from '../time/hours.ts'
import { ReminderDialog } from './reminder_dialog.tsx'
import { heldFor, type Reminder, reminderTypes, type Target, type Whose, wordsOf } from './reminder_words.ts'

type Props = { target: Target; whose: Whose }

/** Reminders to clock in and out, in words, with a button to change each. */
export function Reminders({ target, whose }: Props) {
  const ids = target.kind === 'person' ? [0, target.id] : [0]
  const reminders = useRecords('reminders', { user_ids: ids })
  const groups = useAnswer('setup', '/api/console/group_reminders')
  const [changed, setChanged] = useState<string>()
  const both = { ...reminders, data: reminders.data && groups.data && [...reminders.data, ...groups.data.reminders] }
  return (
    <Card title={t('Reminders')}>
      <p className="quiet">{t(target.kind === 'group' ? abouts.group : abouts[whose])}</p>
      <Loaded of={{ ...both, error: reminders.error ?? groups.error }} skeleton={<Skeleton lines={2} height={52} />}>
        {(all: readonly Reminder[]) => (
          <ul className="rows reminder-rows">
            {reminderTypes.map(({ type, title }) => (
              <li key={type}>
                <div>
                  <strong>{t(title)}</strong>
                  <p className="quiet">
                    <Words held={heldFor(all, type, target)} target={target} whose={whose} />
                  </p>
                </div>
                <Button aria-label={t('Change: {title}', { title: t(title) })} onClick={() => setChanged(type)}>
                  {t('Change')}
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
  everyone: msg('For people without their own reminder, in their time zone.'),
  group: msg('For people in the group without their own reminder, in their time zone.'),
  own: msg('Sent only when needed, and never during your time off.'),
  person: msg('Sent only when needed, and never during time off.'),
}

function Words({ held, target, whose }: Props & { held: ReturnType<typeof heldFor> }) {
  const { company } = useMe()
  const twelve = useTwelve()
  if (held.by === 'unset' && target.kind === 'company') return t('No one is reminded.')
  const said = sentences[whose === 'own' ? 'own' : target.kind === 'group' ? 'group' : 'others']
  if (held.by === 'none') return t(said.none)
  if (held.by === 'unset') return t(said.noOne)
  const words = wordsOf(held.reminder, twelve, whose)
  if (held.by === 'own') return t(said.own, words)
  if (target.kind === 'company') return t('Everyone is reminded at {time} {days}, {ways}.', words)
  return held.by === 'group' ? t(said.byGroup, words) : t(said.byCompany, { ...words, company: company.name })
}

/** The sentences addressed to the person, about a group, and about other people. */
const sentences = {
  own: {
    none: msg('You are not reminded, regardless of the default.'),
    noOne: msg('You are not reminded.'),
    own: msg('You are reminded at {time} {days}, {ways}.'),
    byGroup: msg('Your group is reminded at {time} {days}, {ways}.'),
    byCompany: msg('{company} reminds you at {time} {days}, {ways}.'),
  },
  group: {
    none: msg('The group is not reminded, regardless of the default.'),
    noOne: msg('The group is not reminded.'),
    own: msg('The group is reminded at {time} {days}, {ways}.'),
    byGroup: msg('Their group is reminded at {time} {days}, {ways}.'),
    byCompany: msg('{company} reminds them at {time} {days}, {ways}.'),
  },
  others: {
    none: msg('They are not reminded, regardless of the default.'),
    noOne: msg('They are not reminded.'),
    own: msg('They are reminded at {time} {days}, {ways}.'),
    byGroup: msg('Their group is reminded at {time} {days}, {ways}.'),
    byCompany: msg('{company} reminds them at {time} {days}, {ways}.'),
  },
}
