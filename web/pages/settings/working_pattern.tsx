import { useState } from 'react'
import { weekdays } from '../../../src/rules/time/weekdays.ts'
import { ownZone, patternDayNames, usualDays, type WrittenDay } from '../../../src/rules/time/working_pattern.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useWeekStart } from '../../components/calendar/dates.ts'
import type { Alter } from '../../components/dialogs/consent.tsx'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { ZonePicker } from '../../components/fields/zone_picker.tsx'
import { Card, Loaded } from '../../components/page/page.tsx'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { DatedForm } from './dated_form.tsx'
import type { Scope } from './form.ts'
import { changeOf, daysText, latestDays, type PatternForm, weekFrom, withDay } from './pattern_form.ts'
import { PatternEffects } from './preview.tsx'

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
  const set = (patch: Partial<PatternForm>) => setForm((before) => ({ ...before, ...patch }))
  const change = changeOf(saved, form)
  return (
    <DatedForm
      title={t('Working pattern')}
      label={t('The pattern applies from')}
      approvedTo={approvedTo}
      alter={alter}
      change={change}
      isChanged={Object.keys(change).length > 0}
      send={(body) => ask('PUT', '/api/console/working_pattern', { body: { ...scope, ...body } })}
      effects={(dated) => <PatternEffects change={{ ...scope, ...dated }} />}
      onDiscard={() => setForm(saved)}
    >
      <Days
        scope={scope}
        known={known}
        days={form.days}
        isSaved={saved.days === null}
        onChange={(days) => set({ days })}
      />
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
    </DatedForm>
  )
}

type DaysProps = {
  scope: Scope
  known: Known
  days: readonly WrittenDay[] | null
  /** Whether the level above applies now. */
  isSaved: boolean
  onChange: (days: readonly WrittenDay[] | null) => void
}

function Days({ scope, known, days, isSaved, onChange }: DaysProps) {
  const hours = useHours()
  const weekStart = useWeekStart()
  const isCompany = scope.for === 'company'
  return (
    <>
      <SelectField
        label={t('Days and hours')}
        hint={!isCompany && days === null && isSaved && daysText(known.today.days, weekStart, hours)}
        value={days === null ? 'above' : 'own'}
        onChange={({ target }) => onChange(target.value === 'own' ? known.today.days : null)}
      >
        <option value="above">{isCompany ? t('Monday to Friday, 8 hours') : t('Company default')}</option>
        <option value="own">{t('Choose days')}</option>
      </SelectField>
      {days !== null && (
        <fieldset className="settings-week">
          <legend className="unseen">{t('Days')}</legend>
          {/* On narrow windows, each field has its label. */}
          <div className="settings-week-head" aria-hidden="true">
            <span>{t('Day')}</span>
            <span>{t('Hours@@of a working day')}</span>
            <span>{t('Unpaid break in minutes')}</span>
            <span>{t('Paid break in minutes')}</span>
          </div>
          {weekFrom(weekStart).map((index) => {
            const name = patternDayNames[index]!
            return (
              <Day
                key={name}
                label={t(weekdays[index as keyof typeof weekdays])}
                day={days.find(({ day }) => day === name)}
                onChange={(day) => onChange(withDay(days, name, day))}
              />
            )
          })}
          <p className="settings-week-sum">
            {t('{hours} hours a week', { hours: hours(days.reduce((sum, day) => sum + (day.hours || 0) * 3600, 0)) })}
          </p>
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
    <div className="settings-week-day">
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
            placeholder="0"
            value={day.unpaid_break_minutes ?? ''}
            onChange={({ target }) => onChange({ ...day, ...minutes('unpaid_break_minutes', target.valueAsNumber) })}
          />
          <TextField
            label={t('Paid break in minutes')}
            type="number"
            min={0}
            max={720}
            step={1}
            placeholder="0"
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
        hint={t('Decides which day, week, and holiday time belongs to, and what counts as night.')}
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
  const hours = useHours()
  const weekStart = useWeekStart()
  if (patterns.length < 2 && patterns.every(({ to }) => to === undefined)) return null
  const date = (day: string) => dateText(day, { dateStyle: 'medium' })
  return (
    <ul className="settings-rules">
      {patterns.map(({ from, to, days }) => (
        <li key={from}>
          {from === null ? t('From the beginning') : t('From {day}', { day: date(from) })}
          {to && ` ${t('through {day}', { day: date(to) })}`}
          {': '}
          {daysText(days, weekStart, hours)}
        </li>
      ))}
    </ul>
  )
}
