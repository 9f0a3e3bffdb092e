import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { addDays, daysBetween } from '../../../src/rules/time/calendar.ts'
import type { Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { DaysGrid, type DaysRow } from '../../components/calendar/days_grid.tsx'
import { type Place, placeOf } from '../../components/calendar/dragging.ts'
import { stop } from '../../components/calendar/grid_keys.ts'
import { rich } from '../../components/page/rich.tsx'
import { nameOf } from '../../components/people/names.ts'
import { Avatar } from '../../components/people/person.tsx'
import { HolidayName } from '../../components/time/holiday_name.tsx'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { useBoard } from './board.ts'
import { copy, move, remove } from './changes.ts'
import { Legend } from './legend.tsx'
import { OffPill } from './off.tsx'
import { ShiftChip } from './shift/chip.tsx'
import { movedBy, type Piece, passedOn, piecesOf, plannedOn, type Shift } from './shift/shifts.ts'

/** The row of open shifts. */
const open = 'open'

/** A week: a row per person, a column per day. Shifts move by dragging, or with Shift and the arrow keys. */
export function Week({
  dates,
  people,
  shifts,
  showOpen,
  onPage,
}: {
  dates: readonly string[]
  people: readonly Records['users'][]
  shifts: readonly Shift[]
  showOpen: boolean
  onPage: (by: -1 | 1) => void
}) {
  const board = useBoard()
  const hint = useId()
  const byId = useMemo(() => new Map(shifts.map((shift) => [shift.id, shift])), [shifts])
  const cells = useMemo(() => cellsOf(shifts, dates), [shifts, dates])
  const box = useRef<HTMLDivElement>(null)
  const follow = useRef<{ shift: number; place: Place }>(undefined)
  useEffect(() => {
    // A shift moved with the keyboard keeps the focus in its new cell.
    const { shift, place } = follow.current ?? {}
    if (!shift || !place || cells.size === 0) return
    const cell = `td[data-row="${place.row}"][data-date="${place.date}"]`
    const chip = box.current?.querySelector<HTMLElement>(`${cell} [data-shift="${shift}"]`)
    if (!chip) return
    follow.current = undefined
    chip.focus()
  }, [cells])

  const rows = useRows({ people, showOpen, cells, dates })
  const planned = useMemo(() => {
    const shown = new Set(rows.map(({ id }) => id))
    const sums = new Map<string, number>()
    for (const [key, pieces] of cells) {
      const [row = '', date = ''] = key.split('/')
      if (!shown.has(row)) continue
      sums.set(
        date,
        pieces.reduce((sum, piece) => sum + plannedOn(piece), sums.get(date) ?? 0),
      )
    }
    return sums
  }, [rows, cells])

  const cell = useCallback(
    (row: string, date: string) => <Cell row={row} date={date} pieces={cells.get(`${row}/${date}`)} />,
    [cells],
  )
  const place = (shift: Shift, from: Place, to: Place, isCopy: boolean) => {
    const [giver, taker] = [userOf(from.row), userOf(to.row)]
    const assigned_user_ids = from.row === to.row ? shift.people : passedOn(shift.people, giver, taker)
    const days = daysBetween(from.date, to.date)
    const where = `${dateText(addDays(shift.first, days))}${from.row === to.row ? '' : `, ${board.nameOf(taker)}`}`
    if (isCopy) {
      const alone = from.row === to.row ? shift.people : taker === undefined ? [] : [taker]
      return void copy([shift], days, t('Copied to {place} as a draft.', { place: where }), {
        assigned_user_ids: alone,
      })
    }
    void move(shift, { ...movedBy(shift, days), assigned_user_ids }, movedText(shift, days, where))
  }
  const onKey = (event: KeyboardEvent, target: HTMLElement): boolean => {
    const shift = byId.get(Number(target.dataset.shift))
    const from = placeOf(target)
    if (!shift?.mine || !from) return false
    if (event.key === 'Delete') {
      void remove(shift)
      return true
    }
    const at = rows.findIndex(({ id }) => id === from.row)
    const to = event.shiftKey
      ? neighbor(
          event.key,
          from,
          rows.map(({ id }) => id),
          at,
        )
      : undefined
    if (!to || to.date < dates[0]! || to.date > dates.at(-1)!) return event.shiftKey && event.key.startsWith('Arrow')
    follow.current = { shift: shift.id, place: to }
    place(shift, from, to, false)
    return true
  }
  const onDrop = (dragged: string, from: Place, to: Place, isCopy: boolean) => {
    const shift = byId.get(Number(dragged))
    if (shift) place(shift, from, to, isCopy)
  }
  return (
    <div ref={box} className="schedule-week">
      <DaysGrid
        label={t('Schedule of the week')}
        corner={board.roomy ? t('Me') : t('Who')}
        className={board.roomy ? 'roomy' : ''}
        dates={dates}
        today={board.today}
        rows={rows}
        onPage={onPage}
        onKey={onKey}
        onDrop={board.onAdd && onDrop}
        describedBy={hint}
        aboutDay={(date) => <AboutDay planned={planned.get(date) ?? 0} holiday={board.holidays.get(date)} />}
      >
        {cell}
      </DaysGrid>
      <Legend shifts={shifts} />
      <p id={hint} className="hint schedule-keys no-print">
        {board.onAdd
          ? t(
              'Drag a shift to move it, or hold Ctrl to copy. On the keyboard: arrow keys move, Enter opens, Shift and an arrow key moves a shift, Delete deletes it.',
            )
          : t('Arrow keys move, Enter opens a shift.')}
      </p>
    </div>
  )
}

function movedText({ people: { length: count } }: Shift, days: number, place: string): string {
  return count > 1 && days !== 0
    ? t('Moved to {place} for all {count} people.', { place, count })
    : t('Moved to {place}.', { place })
}

function AboutDay({ planned, holiday }: { planned: number; holiday: string | undefined }) {
  const hours = useHours()
  return (
    <>
      <span className="schedule-planned" title={t('Hours planned')}>
        {rich(t('<unseen>planned </unseen>{hours}', { hours: hours(planned) }), {
          unseen: (text) => <span className="unseen">{text}</span>,
        })}
      </span>
      <HolidayName name={holiday} oneLine />
    </>
  )
}

function Cell({ row, date, pieces = [] }: { row: string; date: string; pieces: readonly Piece[] | undefined }) {
  const board = useBoard()
  const userId = userOf(row)
  const name = board.nameOf(userId)
  return (
    <div className="schedule-cell">
      {board.off.get(`${row}/${date}`)?.map((entry) => (
        <OffPill key={entry.id} entry={entry} />
      ))}
      {pieces.map((piece) => (
        <ShiftChip key={piece.shift.id} piece={piece} draggable={piece.shift.mine && board.onAdd !== undefined} />
      ))}
      {board.onAdd && (
        <button
          {...stop}
          type="button"
          className="schedule-add no-print"
          aria-label={t('Add a shift, {name}, {date}', {
            name,
            date: dateText(date, { weekday: 'long', month: 'long', day: 'numeric' }),
          })}
          onClick={() => board.onAdd?.({ userId, date })}
        ></button>
      )}
    </div>
  )
}

type Rows = {
  people: readonly Records['users'][]
  showOpen: boolean
  cells: ReadonlyMap<string, readonly Piece[]>
  dates: readonly string[]
}

/** The rows of the week, with what is planned for each person. */
function useRows({ people, showOpen, cells, dates }: Rows): DaysRow[] {
  const hours = useHours()
  const limit = usePlannedMax()
  return useMemo(
    () => rowsOf({ people, showOpen, cells, dates, hours, limit }),
    [people, showOpen, cells, dates, hours, limit],
  )
}

/** The seconds of a week after which the company’s people are paid overtime; undefined if there is no such number. */
function usePlannedMax(): number | undefined {
  const seconds = Number(useMe().settings.general?.weekly_regular_hours) * 3600
  return seconds > 0 ? seconds : undefined
}

function rowsOf({
  people,
  showOpen,
  cells,
  dates,
  hours,
  limit = Number.POSITIVE_INFINITY,
}: Rows & { hours: (seconds: number) => string; limit: number | undefined }): DaysRow[] {
  const sum = (row: string) =>
    dates.reduce(
      (all, date) => (cells.get(`${row}/${date}`) ?? []).reduce((seconds, piece) => seconds + plannedOn(piece), all),
      0,
    )
  const header = (user: Records['users'], seconds: number) => (
    <span className="schedule-person">
      <Avatar name={nameOf(user)} size={32} />
      <span>
        <span className="schedule-person-name">{nameOf(user)}</span>
        <span className="schedule-person-hours">
          {hours(seconds)}
          {seconds > limit && !user.exempt && (
            <span className="schedule-over">
              <TriangleAlert size={13} aria-hidden="true" />
              {t('{hours} over {limit}', { hours: hours(seconds - limit), limit: hours(limit) })}
            </span>
          )}
        </span>
      </span>
    </span>
  )
  const openRow = (
    <span className="schedule-person">
      <span className="schedule-open" aria-hidden="true" />
      <span>
        <span className="schedule-person-name">{t('Open shifts')}</span>
        <span className="schedule-person-hours">{t('Unassigned')}</span>
      </span>
    </span>
  )
  return [
    ...(showOpen ? [{ id: open, header: openRow }] : []),
    ...people.map((user) => ({ id: String(user.id), header: header(user, sum(String(user.id))) })),
  ]
}

/** The pieces of shifts by row and date, `12/2026-11-18`. */
function cellsOf(shifts: readonly Shift[], dates: readonly string[]): Map<string, Piece[]> {
  const wanted = new Set(dates)
  const cells = new Map<string, Piece[]>()
  for (const shift of shifts)
    for (const piece of piecesOf(shift)) {
      if (!wanted.has(piece.date)) continue
      for (const row of shift.people.length === 0 ? [open] : shift.people.map(String)) {
        const cell = cells.get(`${row}/${piece.date}`)
        if (cell) cell.push(piece)
        else cells.set(`${row}/${piece.date}`, [piece])
      }
    }
  return cells
}

function neighbor(key: string, { row, date }: Place, rows: readonly string[], at: number): Place | undefined {
  if (key === 'ArrowLeft') return { row, date: addDays(date, -1) }
  if (key === 'ArrowRight') return { row, date: addDays(date, 1) }
  const next = key === 'ArrowUp' ? rows[at - 1] : key === 'ArrowDown' ? rows[at + 1] : undefined
  return next === undefined ? undefined : { row: next, date }
}

function userOf(row: string): number | undefined {
  return row === open ? undefined : Number(row)
}
