import type { Rounding } from '../../../../src/rules/time/rounding.ts'
import { SelectField, TextField } from '../../../components/fields/field.tsx'
import { TimeField } from '../../../components/fields/time_field.tsx'
import { isTimeOfDay } from '../../../components/fields/time_of_day.ts'
import { useHours, useTwelve } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { clockTime, dateText, isoAt, readHours, spoken, zoneName } from '../../../time.ts'
import { countedText, countedTimes } from '../grid/rounding.ts'
import { storedHours } from '../typed.ts'
import type { Draft, Problems } from './draft.ts'
import { clockChange, type KnownSpan, readSpan, type TypedSpan } from './span.ts'

type Props = { draft: Draft; onChange: (part: Partial<Draft>) => void; problems: Problems }

/** Day and hours of a duration. `rounding` is how the hours of that day are rounded. */
export function HoursFields({ draft, onChange, problems, rounding }: Props & { rounding: Rounding | undefined }) {
  const hours = useHours()
  const seconds = readHours(draft.hours)
  const stored = storedHours(seconds ?? 0)
  const said =
    seconds !== undefined && rounding?.of === 'day'
      ? countedText({ seconds, counted: undefined }, hours)
      : [spoken(seconds ?? 0), stored && t('saved as {hours} h', { hours: stored })].filter(Boolean).join(', ')
  return (
    <div className="form-row">
      <TextField
        label={t('Day')}
        type="date"
        value={draft.span.date}
        error={problems.date}
        onChange={({ target }) => onChange({ span: { ...draft.span, date: target.value } })}
      />
      <TextField
        label={t('Hours')}
        inputMode="text"
        autoComplete="off"
        placeholder="7:30"
        hint={seconds !== undefined && seconds > 0 ? said : t('Like 7:30, 7.5, or 7h 30m')}
        value={draft.hours}
        error={problems.hours}
        onChange={({ target }) => onChange({ hours: target.value })}
      />
    </div>
  )
}

/** Day, start and end, with a note below if they are unusual. */
export function TimesFields({
  draft,
  onChange,
  problems,
  zone,
  known,
  fixed,
  besideZone,
  rounding,
}: Props & {
  zone: string
  known: KnownSpan | undefined
  fixed: boolean
  besideZone: string | undefined
  rounding: Rounding | undefined
}) {
  const { span } = draft
  const set = (part: Partial<TypedSpan>) => onChange({ span: { ...span, ...part } })
  const read = readSpan(span, zone, known)
  const running = known?.end === '' && span.end === ''
  return (
    <fieldset className="form" disabled={fixed}>
      <legend className="unseen">{t('Times')}</legend>
      <div className="form-row timesheet-times">
        <TextField
          label={t('Day')}
          type="date"
          value={span.date}
          error={problems.date}
          onChange={({ target }) => set({ date: target.value, startTurn: undefined, endTurn: undefined })}
        />
        <TimeField
          label={t('Start')}
          value={span.start}
          error={problems.start ?? (isTimeOfDay(span.start) && span.date ? read.problems.start : undefined)}
          onChange={(start) => set({ start, startTurn: undefined })}
        />
        <TimeField
          label={t('End')}
          value={span.end}
          after={span.start}
          hint={running ? t('Leave empty while on the clock') : undefined}
          error={problems.end ?? (isTimeOfDay(span.end) && read.start !== undefined ? read.problems.end : undefined)}
          onChange={(end) => set({ end, endTurn: undefined })}
        />
        {span.endDate !== undefined && (
          <TextField
            label={t('End date')}
            type="date"
            value={span.endDate}
            onChange={({ target }) => set({ endDate: target.value || span.date, endTurn: undefined })}
          />
        )}
      </div>
      <Twice
        label={t('Start: which one?')}
        at={read.starts}
        value={read.start}
        zone={zone}
        onChange={(startTurn) => set({ startTurn })}
      />
      <Twice
        label={t('End: which one?')}
        at={read.ends}
        value={read.end}
        zone={zone}
        onChange={(endTurn) => set({ endTurn })}
      />
      <Length span={span} zone={zone} known={known} rounding={rounding} />
      {besideZone && (
        <p className="hint">
          {t('Times are shown in that person’s time zone.')} {besideZone}
        </p>
      )}
    </fieldset>
  )
}

/** Which of two equal times is meant, on a night when clocks go back. */
function Twice({
  label,
  at,
  value,
  zone,
  onChange,
}: {
  label: string
  at: readonly number[]
  value: number | undefined
  zone: string
  onChange: (turn: number) => void
}) {
  const twelve = useTwelve()
  if (at.length < 2) return null
  return (
    <SelectField
      label={label}
      hint={t('Clocks go back that night and show this time twice.')}
      value={value === undefined ? 0 : at.indexOf(value)}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {at.map((each, index) => (
        <option key={each} value={index}>
          {turnText(`${clockTime(isoAt(each, zone), zone, twelve)} ${zoneName(zone, each)}`, index)}
        </option>
      ))}
    </SelectField>
  )
}

function turnText(time: string, turn: number): string {
  return turn === 0 ? t('{time}, before clocks go back', { time }) : t('{time}, after clocks go back', { time })
}

const longSeconds = 16 * 3600

/** How long it is, and on which day it ends. */
function Length({
  span,
  zone,
  known,
  rounding,
}: {
  span: TypedSpan
  zone: string
  known: KnownSpan | undefined
  rounding: Rounding | undefined
}) {
  const hours = useHours()
  const { start, end, endsOn } = readSpan(span, zone, known)
  if (start === undefined || end === undefined || endsOn === undefined) return <p className="hint" role="status" />
  const counted = countedTimes({ start, end, zone }, rounding)
  const { seconds } = counted
  const change = clockChange(start, end, zone)
  return (
    <p className="hint" role="status">
      <strong>{countedText(counted, hours)}</strong>{' '}
      {endsOn !== span.date && `· ${t('ends on {date}', { date: dateText(endsOn) })} `}
      {change !== 0 && `· ${changeText(change)} `}
      {seconds > longSeconds && `· ${t('that’s a long entry. Is the end time right?')}`}
    </p>
  )
}

function changeText(change: number): string {
  const time = spoken(Math.abs(change))
  return change > 0
    ? t('clocks go forward by {time} in between', { time })
    : t('clocks go back by {time} in between', { time })
}
