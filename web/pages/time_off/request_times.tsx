import { useMe } from '../../api/start.ts'
import { TextField } from '../../components/fields/field.tsx'
import { TimeField } from '../../components/fields/time_field.tsx'
import { Segments } from '../../components/listing/segments.tsx'
import { timeFormatOf, zoneNote } from '../../components/time/time_format.ts'
import { t } from '../../language.ts'
import { dateText, instant, isoOf } from '../../time.ts'
import { datesBetween, isWorkday, withFirstDay } from './request_form.ts'
import type { TimeOffRequest } from './use_request.ts'

/** Ranges longer than this do not list their days. */
const pickMax = 31

type Part = { request: TimeOffRequest }

/** The fields for when the time off is: whole days, or part of one. */
export function RequestTimes({ request }: Part) {
  const { form, set } = request
  return (
    <>
      <Segments
        label={t('Duration')}
        value={form.part ? 'part' : 'days'}
        options={[
          { value: 'days', text: t('Whole days') },
          { value: 'part', text: t('Part of a day') },
        ]}
        onChange={(mode) => set({ part: mode === 'part' })}
      />
      {form.part ? <PartOfDay request={request} /> : <WholeDays request={request} />}
      <ZoneHint request={request} />
    </>
  )
}

function PartOfDay({ request: { form, set, problems } }: Part) {
  return (
    <div className="form-row">
      <TextField
        label={t('Day')}
        type="date"
        value={form.from}
        error={problems.from}
        onChange={(event) => set(withFirstDay(form, event.target.value))}
      />
      <TimeField label={t('From')} value={form.start} onChange={(start) => set({ start })} />
      <TimeField
        label={t('Until')}
        value={form.end}
        after={form.start}
        error={problems.end}
        onChange={(end) => set({ end })}
      />
    </div>
  )
}

function WholeDays({ request }: Part) {
  const { form, set, problems } = request
  return (
    <>
      <div className="time-off-dates">
        <TextField
          label={t('First day')}
          type="date"
          value={form.from}
          error={problems.from}
          onChange={(event) => set(withFirstDay(form, event.target.value))}
        />
        <TextField
          label={t('Last day')}
          type="date"
          min={form.from}
          value={form.to}
          error={problems.to}
          onChange={(event) => set({ to: event.target.value })}
        />
      </div>
      <DayPicker request={request} />
      <HolidayHint request={request} />
      <TextField
        label={t('Hours per day')}
        inputMode="decimal"
        value={request.hours}
        hint={
          request.hours === '' && form.hours === undefined ? t('Each day has the hours of its working day.') : undefined
        }
        error={problems.hours}
        onChange={(event) => set({ hours: event.target.value })}
      />
    </>
  )
}

/** The days of the range, so that some can be left out and others added. */
function DayPicker({ request: { form, set, personDays, problems } }: Part) {
  const dates = datesBetween(form.from, form.to)
  const error = problems.days && (
    <p className="error" role="alert">
      {problems.days}
    </p>
  )
  if (dates.length < 2 || dates.length > pickMax) return error || null
  return (
    <fieldset className="time-off-pick">
      <legend className="label">{t('Days')}</legend>
      <div className="time-off-pick-days">
        {dates.map((date) => (
          <label key={date}>
            <input
              type="checkbox"
              checked={isWorkday(date, personDays) !== form.turned.has(date)}
              onChange={() => set({ turned: form.turned.symmetricDifference(new Set([date])) })}
            />
            <span>
              <span>{dateText(date, { weekday: 'short' })}</span> {dateText(date, { month: 'short', day: 'numeric' })}
            </span>
          </label>
        ))}
      </div>
      {error}
    </fieldset>
  )
}

/** Which holidays are not counted. */
function HolidayHint({ request: { holidays } }: Part) {
  if (holidays.length === 0) return null
  const names = holidays.map(([date, name]) => `${name} (${dateText(date)})`)
  return (
    <p className="hint" role="status">
      {names.length === 1
        ? t('{name} is a holiday and doesn’t count as a day off.', { name: names[0]! })
        : t('{names} are holidays and don’t count as days off.', { names: names.join(', ') })}
    </p>
  )
}

function ZoneHint({ request: { form, zone } }: Part) {
  const timeFormat = timeFormatOf(useMe())
  if (!form.from || zoneNote(instant(isoOf(form.from, '12:00', zone)), zone, timeFormat) === '') return null
  return <p className="hint">{t('Days and times are shown in {zone}.', { zone: zone.replaceAll('_', ' ') })}</p>
}
