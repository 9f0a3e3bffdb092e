import { useState } from 'react'
import { weekdays } from '../../../src/rules/time/weekdays.ts'
import { ownZone, patternDayNames, usualDays, type WrittenDay } from '../../../src/rules/time/working_pattern.ts'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import type { Alter } from '../../components/dialogs/consent.tsx'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { ZonePicker } from '../../components/fields/zone_picker.tsx'
import { Card, Loaded, Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import type { From, Scope } from './form.ts'
import { FromField } from './from_field.tsx'
import { changeOf, latestDays, type PatternForm, withDay } from './pattern_form.ts'
import { PatternEffects, Preview } from './preview.tsx'
import { useCardForm } from './save_bar.tsx'

type Known = AnswerOf<'GET /api/console/working_pattern'>

type Props = { scope: Scope; approvedTo: string | null; alter: Alter }

/** The days and hours that people work, the time zone of their days, and their full-time share. */
export function WorkingPattern(props: Props) {
  const known = useAnswer('setup', '/api/console/working_pattern', props.scope)
  return (
    <Card title={t('Working pattern')} className="settings-overtime">
      <p className="quiet">
        {t(
          'When people usually work. Time off, holiday pay, and missing days follow it in weeks without published shifts.',
        )}
      </p>
      <Loaded of={known}>{(data) => <Form key={JSON.stringify(data)} known={data} {...props} />}</Loaded>
    </Card>
  )
}

function Form({ known, scope, approvedTo, alter }: Props & { known: Known }) {
  const saved: PatternForm = { days: latestDays(known), zone: known.zone, share: known.full_time_share }
  const [form, setForm] = useState(saved)
  const [from, setFrom] = useState<From>()
  const set = (patch: Partial<PatternForm>) => setForm((before) => ({ ...before, ...patch }))
  const change = { ...changeOf(saved, form), ...(from !== undefined && { from }) }
  const isChanged = Object.keys(changeOf(saved, form)).length > 0
  const save = useChange((body: BodyOf<'PUT /api/console/working_pattern'>) =>
    alter(
      (alters_approved) =>
        ask('PUT', '/api/console/working_pattern', {
          body: { ...scope, ...body, ...(alters_approved && { alters_approved }) },
        }),
      <PatternEffects change={{ ...scope, ...body }} />,
    ),
  )
  const saveCard = async () => {
    await save.mutateAsync(change)
    return undefined
  }
  const discard = () => {
    setForm(saved)
    setFrom(undefined)
    save.reset()
  }
  const card = useCardForm(t('Working pattern'), isChanged, saveCard, discard)
  return (
    <form {...card}>
      <Days scope={scope} known={known} days={form.days} onChange={(days) => set({ days })} />
      <Zone scope={scope} known={known} zone={form.zone} onChange={(zone) => set({ zone })} />
      <TextField
        label={t('Full-time share in percent')}
        hint={t('Fixed grants of time off are for full time; others get their share.')}
        type="number"
        min={1}
        max={100}
        step="any"
        placeholder={String(known.today.full_time_share)}
        value={form.share ?? ''}
        onChange={({ target }) => set({ share: target.value === '' ? null : target.valueAsNumber })}
      />
      <Dates known={known} />
      {isChanged && (
        <FromField
          label={t('The pattern applies from')}
          usual={t('The workweek after approved time')}
          approvedTo={approvedTo}
          value={from}
          onChange={setFrom}
        />
      )}
      {isChanged && (
        <Preview key={JSON.stringify(change)}>
          <PatternEffects change={{ ...scope, ...change }} />
        </Preview>
      )}
      {save.error && <Notice kind="bad">{save.error.message}</Notice>}
    </form>
  )
}

type DaysProps = {
  scope: Scope
  known: Known
  days: readonly WrittenDay[] | null
  onChange: (days: readonly WrittenDay[] | null) => void
}

function Days({ scope, known, days, onChange }: DaysProps) {
  return (
    <>
      <SelectField
        label={t('Days and hours')}
        value={days === null ? 'above' : 'own'}
        onChange={({ target }) => onChange(target.value === 'own' ? known.today.days : null)}
      >
        <option value="above">{scope.for === 'company' ? t('Monday to Friday, 8 hours') : t('Company default')}</option>
        <option value="own">{t('Choose days')}</option>
      </SelectField>
      {days !== null && (
        <fieldset className="form">
          <legend className="label">{t('Days')}</legend>
          {patternDayNames.map((name, index) => (
            <Day
              key={name}
              label={t(weekdays[index as keyof typeof weekdays])}
              day={days.find(({ day }) => day === name)}
              onChange={(day) => onChange(withDay(days, name, day))}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

type DayProps = {
  label: string
  day: WrittenDay | undefined
  onChange: (day: Omit<WrittenDay, 'day'> | undefined) => void
}

function Day({ label, day, onChange }: DayProps) {
  const usual = { hours: usualDays[0]!.hours }
  return (
    <div className="settings-rule">
      <Check
        label={label}
        checked={day !== undefined}
        onChange={({ target }) => onChange(target.checked ? usual : undefined)}
      />
      {day && (
        <>
          <TextField
            label={t('Hours@@of a working day')}
            type="number"
            required
            min={0.05}
            max={24}
            step="any"
            value={Number.isNaN(day.hours) ? '' : day.hours}
            onChange={({ target }) => onChange({ ...day, hours: target.valueAsNumber })}
          />
          <TextField
            label={t('Unpaid break in minutes')}
            type="number"
            min={0}
            max={720}
            step={1}
            value={day.unpaid_break_minutes ?? ''}
            onChange={({ target }) => onChange({ ...day, ...minutes('unpaid_break_minutes', target.valueAsNumber) })}
          />
          <TextField
            label={t('Paid break in minutes')}
            type="number"
            min={0}
            max={720}
            step={1}
            value={day.paid_break_minutes ?? ''}
            onChange={({ target }) => onChange({ ...day, ...minutes('paid_break_minutes', target.valueAsNumber) })}
          />
        </>
      )}
    </div>
  )
}

function minutes(name: 'paid_break_minutes' | 'unpaid_break_minutes', value: number) {
  return { [name]: Number.isNaN(value) ? undefined : value }
}

type ZoneProps = { scope: Scope; known: Known; zone: string | null; onChange: (zone: string | null) => void }

/** Whose clock counts: of each person, or one for everybody. */
function Zone({ scope, known, zone, onChange }: ZoneProps) {
  const kind = zone === null || zone === ownZone ? (zone ?? '') : 'fixed'
  const choose = (name: string) => onChange(name === '' ? null : name === ownZone ? ownZone : known.today.zone)
  return (
    <>
      <SelectField
        label={t('Days are counted in')}
        hint={t('It decides to which day, week, and holiday a second belongs, and what is night.')}
        value={kind}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{scope.for === 'company' ? t('Each person’s time zone') : t('Company default')}</option>
        {scope.for !== 'company' && <option value={ownZone}>{t('Each person’s time zone')}</option>}
        <option value="fixed">{t('One time zone')}</option>
      </SelectField>
      {kind === 'fixed' && <ZonePicker label={t('Time zone')} value={zone!} onChange={onChange} />}
    </>
  )
}

/** Earlier and planned patterns, which programs set with their dates. */
function Dates({ known: { patterns } }: { known: Known }) {
  if (patterns.length < 2 && patterns.every(({ to }) => to === undefined)) return null
  const date = (day: string) => dateText(day, { dateStyle: 'medium' })
  return (
    <ul className="settings-rules">
      {patterns.map(({ from, to, days }) => (
        <li key={from}>
          {from === null ? t('From the beginning') : t('From {day}', { day: date(from) })}
          {to && ` ${t('through {day}', { day: date(to) })}`}
          {': '}
          {days
            .map(({ day, hours }) => `${t(weekdays[patternDayNames.indexOf(day) as keyof typeof weekdays])} ${hours}`)
            .join(', ')}
        </li>
      ))}
    </ul>
  )
}
