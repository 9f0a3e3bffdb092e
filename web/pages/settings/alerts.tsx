import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { toastError } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { channels, KindTable } from '../../components/listing/kind_table.tsx'
import { Card, Loaded, Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { useCardForm } from './save_bar.tsx'

type Rules = AnswerOf<'GET /api/console/alert_rules'>['alerts']

const path = '/api/console/alert_rules'
/** The alerts' descriptions for administrators; the defaults address the recipient. */
const abouts: Record<string, string> = {
  shift: msg('One of their shifts is published, changed, or canceled.'),
  answered: msg('Their time off is approved or denied, or their time is sent back.'),
  'clocked-out': msg('They, or someone they manage, forgot to clock out, and the entry was closed.'),
  'long-entry': msg('They have been on the clock for a long time.'),
  'break-due': msg('A break is due soon, and they haven’t taken it.'),
  'not-submitted': msg('A pay period has ended and they haven’t submitted their time.'),
  'overtime-near': msg('Tells managers that someone is about to reach overtime.'),
  overtime: msg('Tells managers that someone is working overtime.'),
  submitted: msg('Tells approvers that time was submitted or time off was requested.'),
  note: msg('Tells administrators and managers, as set above, that someone wrote a note on their time.'),
}

const columns = [{ way: 'on', text: msg('On@@switch') }, ...channels]

/**
 * The company's alerts: which are on, their thresholds, and the default channels for people who have not chosen their
 * own.
 */
export function Alerts() {
  const rules = useAnswer('setup', path)
  return (
    <Card title={t('Alerts')}>
      <p className="quiet">
        {t('What Clockhouse tells people automatically. Everyone chooses how to be notified in their own settings.')}
      </p>
      <Loaded of={rules}>
        {({ alerts, kinds }) => (
          <>
            <KindTable
              kinds={kinds.map(({ push, email, ...kind }) => {
                const off = alerts.off.includes(kind.name)
                return {
                  ...kind,
                  title: t(kind.title),
                  about: t(abouts[kind.name] ?? kind.about),
                  off,
                  on: { on: !off, push, email },
                }
              })}
              columns={columns}
              onChange={(name, way, on) => {
                const off = alerts.off.filter((other) => other !== name)
                if (way === 'on') return save({ alerts: { off: on ? off : [...off, name] } })
                return save({ kinds: { [name]: { [way]: on } } })
              }}
              onReset={(name) => save({ kinds: { [name]: null } })}
            />
            <Thresholds key={JSON.stringify(alerts)} {...alerts} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function save(body: BodyOf<'PUT /api/console/alert_rules'>): Promise<unknown> {
  return changing(() => ask('PUT', path, { body })).catch(toastError)
}

const thresholds = [
  { key: 'long_hours', label: msg('Alert when an entry exceeds (hours)'), min: 1, max: 168 },
  { key: 'near_minutes', label: msg('Alert before overtime (minutes)'), min: 5, max: 1440 },
  { key: 'submit_days', label: msg('Time is due after the pay period (days)'), min: 1, max: 14 },
] as const

function Thresholds(rules: Rules) {
  const saved = { long_hours: rules.long_hours, near_minutes: rules.near_minutes, submit_days: rules.submit_days }
  const [values, setValues] = useState(saved)
  const change = useChange(() => ask('PUT', path, { body: { alerts: values } }))
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)
  const saveCard = async () => {
    await change.mutateAsync(undefined)
    return undefined
  }
  const discard = () => {
    setValues(saved)
    change.reset()
  }
  const card = useCardForm(t('Alerts'), isChanged, saveCard, discard)
  return (
    <form {...card}>
      {thresholds.map(({ key, label, min, max }) => (
        <TextField
          key={key}
          label={t(label)}
          type="number"
          min={min}
          max={max}
          step={1}
          required
          value={Number.isNaN(values[key]) ? '' : values[key]}
          onChange={({ target }) => setValues({ ...values, [key]: target.valueAsNumber })}
        />
      ))}
      {change.error && <Notice kind="bad">{change.error.message}</Notice>}
    </form>
  )
}
