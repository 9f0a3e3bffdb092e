import { useState } from 'react'
import type { BodyOf } from '../../api/contract.ts'
import { create, only, update } from '../../api/records.ts'
import { ask, type Sent } from '../../api/request.ts'
import { t } from '../../language.ts'
import { ActionDialog } from '../dialogs/action_dialog.tsx'
import { toast } from '../dialogs/toast.ts'
import { TimeField } from '../fields/time_field.tsx'
import { isTimeOfDay } from '../fields/time_of_day.ts'
import {
  days,
  dayText,
  heldFor,
  ownOf,
  type Reminder,
  reminderTypes,
  type Target,
  type Whose,
  ways,
} from './reminder_words.ts'

type Choice = 'others' | 'own' | 'none'

const stepSeconds = 300

/** Sets up a reminder: the default, a custom time, or none. */
export function ReminderDialog({
  all,
  type,
  target,
  whose,
  onClose,
}: {
  all: readonly Reminder[]
  type: (typeof reminderTypes)[number]['type']
  target: Target
  whose: Whose
  onClose: () => void
}) {
  const { question, time: usual } = reminderTypes.find((one) => one.type === type)!
  const own = ownOf(all, type, target)
  const shown = own ?? ownOf(all, type, { kind: 'company' })
  const held = heldFor(all, type, target)
  const [choice, setChoice] = useState<Choice>(() => {
    if (target.kind === 'company') return held.by === 'unset' ? 'none' : 'own'
    return held.by === 'own' || held.by === 'none' ? held.by : 'others'
  })
  const [time, setTime] = useState(shown?.due_time.slice(0, 5) ?? usual)
  const [chosenDays, setDays] = useState(new Set(shown?.due_days_of_week.split(',') ?? days.slice(1, 6)))
  const methods = shown?.distribution_methods.split(',') ?? ways.map(({ key }) => key)
  const [chosenWays, setWays] = useState(new Set(methods.filter((method) => ways.some(({ key }) => key === method))))
  const isTime = isTimeOfDay(time)
  const isStep = !isTime || (Number(time.slice(3, 5)) * 60) % stepSeconds === 0
  const isWhole = isTime && isStep && chosenDays.size > 0 && chosenWays.size > 0
  const save = async (sent: Sent) => {
    const item = {
      reminder_type: type,
      due_time: `${isTime && isStep ? time : usual}:00`,
      due_days_of_week: [...(chosenDays.size > 0 ? chosenDays : days)].join(),
      distribution_methods: [...(chosenWays.size > 0 ? chosenWays : [ways[0].key])].join(),
      active: choice !== 'others' && !(target.kind === 'company' && choice === 'none'),
      enabled: choice === 'own',
    }
    await send(item, target, own, sent)
    toast(t('Saved.'))
  }
  return (
    <ActionDialog
      title={t(question)}
      label={t('Save')}
      disabled={choice === 'own' && !isWhole}
      run={save}
      onClose={onClose}
    >
      <fieldset className="reminder-choices">
        <legend className="unseen">{t('When to remind')}</legend>
        {choicesFor(target).map(({ value, text }) => (
          <label key={value}>
            <input
              type="radio"
              name="reminder"
              checked={choice === value}
              onChange={() => setChoice(value)}
              value={value}
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      {choice === 'own' && (
        <>
          <TimeField
            label={t('At@@time')}
            required
            value={time}
            hint={
              whose === 'own'
                ? t('In five-minute steps, in your time zone.')
                : t('In five-minute steps, in their time zone.')
            }
            error={isStep ? undefined : t('Choose a time in five-minute steps, such as 7:55.')}
            onChange={setTime}
          />
          <Marks
            label={t('On@@days')}
            options={days.map((day) => ({ value: day, text: dayText(day) }))}
            chosen={chosenDays}
            onChange={setDays}
          />
          <Marks
            label={t('By@@channel')}
            options={ways.map(({ key, text }) => ({ value: key, text: t(text) }))}
            chosen={chosenWays}
            onChange={setWays}
          />
        </>
      )}
    </ActionDialog>
  )
}

type Item = Omit<BodyOf<'PUT /api/console/group_reminders'>, 'group_id'>

async function send(item: Item, target: Target, own: Reminder | undefined, sent: Sent): Promise<void> {
  if (target.kind === 'group')
    await ask('PUT', '/api/console/group_reminders', { body: { group_id: target.id, ...item } })
  else if (own) only(await update('reminders', [{ id: own.id, ...item }]))
  else only(await create('reminders', [{ user_id: target.kind === 'person' ? target.id : 0, ...item }], { sent }))
}

function choicesFor({ kind }: Target): { value: Choice; text: string }[] {
  if (kind === 'company')
    return [
      { value: 'own', text: t('Everyone is reminded') },
      { value: 'none', text: t('No one is reminded') },
    ]
  const others = kind === 'group' ? t('Use company default') : t('Use default')
  return [
    { value: 'others', text: others },
    { value: 'own', text: t('At a custom time') },
    { value: 'none', text: t('Never') },
  ]
}

function Marks({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string
  options: readonly { value: string; text: string }[]
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
}) {
  return (
    <fieldset className={`reminder-marks of-${options.length}`}>
      <legend className="label">{label}</legend>
      {options.map(({ value, text }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.has(value)}
            onChange={() => onChange(chosen.symmetricDifference(new Set([value])))}
          />
          <span>{text}</span>
        </label>
      ))}
      {chosen.size === 0 && <small className="error">{t('Choose at least one.')}</small>}
    </fieldset>
  )
}
