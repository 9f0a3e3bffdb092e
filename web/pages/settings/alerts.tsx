import { useState } from 'react'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { channels, KindTable } from '../../parts/kind_table.tsx'
import { Card, Loaded, Notice } from '../../parts/page.tsx'
import { changing } from '../../parts/restoring.ts'
import { say, sayProblem } from '../../parts/toast.ts'

type Rules = AnswerOf<'GET /api/console/alert_rules'>['alerts']

const path = '/api/console/alert_rules'
/** What each is, said of people rather than to one of them. */
const abouts: Record<string, string> = {
  shift: 'A shift of theirs is published, changed or cancelled.',
  answered: 'Their time off is approved or denied, or their time is sent back.',
  'clocked-out': 'They, or somebody they manage, forgot to clock out, and the entry was closed.',
  'long-entry': 'They have been on the clock for long.',
  'not-submitted': 'A pay period has ended and their time was not submitted.',
  'overtime-near': 'To managers: somebody is about to get into overtime.',
  overtime: 'To managers: somebody works overtime now.',
  submitted: 'To those who approve: time was submitted, or time off asked for.',
  note: 'To administrators and managers, as set above: somebody writes a note on their time.',
}

const columns = [{ way: 'told', text: 'Tell' }, ...channels]

/** What the company tells its people of, from when on, and by which ways where they have not chosen themselves. */
export function Alerts() {
  const rules = useAnswer('setup', path)
  return (
    <Card title="Alerts">
      <p className="quiet">
        What Clockhouse tells people by itself. By which ways it reaches them, each can choose in their own settings.
      </p>
      <Loaded of={rules}>
        {({ alerts, kinds }) => (
          <>
            <KindTable
              kinds={kinds.map(({ push, email, ...kind }) => {
                const off = alerts.off.includes(kind.name)
                return { ...kind, about: abouts[kind.name] ?? kind.about, off, on: { told: !off, push, email } }
              })}
              columns={columns}
              onChange={(name, way, on) => {
                const off = alerts.off.filter((other) => other !== name)
                if (way === 'told') return save({ alerts: { off: on ? off : [...off, name] } })
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
  return changing(() => ask('PUT', path, { body })).catch(sayProblem)
}

const asked = [
  { key: 'long_hours', label: 'An entry is long after … hours', min: 1, max: 168 },
  { key: 'near_minutes', label: 'Overtime is near … minutes before', min: 5, max: 1440 },
  { key: 'submit_days', label: 'Time is due … days after the pay period', min: 1, max: 14 },
] as const

function Thresholds(rules: Rules) {
  const saved = { long_hours: rules.long_hours, near_minutes: rules.near_minutes, submit_days: rules.submit_days }
  const [values, setValues] = useState(saved)
  const change = useChange(() => ask('PUT', path, { body: { alerts: values } }))
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(undefined, { onSuccess: () => say('Saved.') })
      }}
    >
      {asked.map(({ key, label, min, max }) => (
        <TextField
          key={key}
          label={label}
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
      <div className="actions">
        <Button type="submit" kind="primary" busy={change.isPending} disabled={!isChanged}>
          Save
        </Button>
        {isChanged && <Button onClick={() => setValues(saved)}>Leave as it was</Button>}
      </div>
    </form>
  )
}
