import { useMutation } from '@tanstack/react-query'
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { mean } from '../../../api/intents.ts'
import { refresh } from '../../../api/queries.ts'
import { toastError } from '../../../components/dialogs/toast.ts'
import { timeOfMinutes } from '../../../components/fields/time_of_day.ts'
import type { Jobs } from '../../../components/jobs/jobs.ts'
import { useTwelve } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { serverNow } from '../../../time.ts'
import type { Place } from '../entry/draft.ts'
import { changeEntry } from '../entry/save.ts'
import { closedText, entryName } from '../entry/text.ts'
import type { Owner } from '../week/owner.ts'
import type { Sheet } from '../week/week.ts'
import { dayMinutes, dragged, type Grip, isSame, type LocalSpan, spanBetween } from './geometry.ts'
import { dragBy, instantsOf, itemOf, type Refusal, refusalOf, type Timed } from './rules.ts'
import { useFinger } from './use_finger.ts'

/**
 * What is being dragged: an entry, or the time of a new one. `span` is where it would land, `refusal` why it cannot
 * land there.
 */
type Drag = { entry: Timed | undefined; span: LocalSpan; refusal: Refusal | undefined }

type Press = {
  entry: Timed | undefined
  grip: Grip
  x: number
  y: number
  date: string
  minute: number
  moved: boolean
  /** A finger drags only after resting. */
  isFinger: boolean
  pointerId: number
}

/** What dragging needs to know about the week, and its callbacks. */
type DragProps = {
  owner: Owner
  jobs: Jobs
  dates: readonly string[]
  allowed: Parameters<typeof refusalOf>[3]['allowed']
  sheets: readonly Sheet[]
  onOpen: (sheet: Sheet) => void
  onAdd: (place: Place) => void
}

/** A pointer must move this many pixels before it drags. */
const dragPixels = 4
/** A finger that moves this many pixels before it can drag is not resting. */
const slipPixels = 10
/** A change made with the keyboard is saved if no key follows for this long. */
const restMilliseconds = 900
const usualMinutes = 60

/** Drags entries on the calendar with a pointer, finger or keyboard, and creates new ones. */
export function useDrag(props: DragProps) {
  const { jobs, dates, allowed, onOpen, onAdd } = props
  const twelve = useTwelve()
  const landing = useLanding(props)
  const { drag, show, place, say, drop, isSaving } = landing
  const columns = useRef<HTMLDivElement>(null)
  const press = useRef<Press>(undefined)
  const finger = useFinger(columns)
  const keyed = useKeptFocus(columns, drag, props.sheets)

  const under = (event: PointerEvent) => pointUnder(event, columns.current!, dates)
  const onPointerDown = (event: PointerEvent, entry?: Timed, grip: Grip = 'move') => {
    event.stopPropagation()
    keyed.current = undefined
    if (event.button !== 0 || !event.isPrimary || isSaving) return
    const { pointerId, clientX: x, clientY: y } = event
    const isFinger = event.pointerType === 'touch'
    const from: Press = { entry, grip, x, y, ...under(event), moved: false, isFinger, pointerId }
    press.current = from
    if (isFinger) finger.rest(event, () => pickUp(from))
    else columns.current!.setPointerCapture(pointerId)
  }
  /** Shows what a resting finger is going to drag. */
  const pickUp = (from: Press) => {
    const { entry, date, minute } = from
    if (entry ? !entry.isMovable : !mayMake(date)) return refuse(from)
    columns.current!.setPointerCapture(from.pointerId)
    if (entry) place(entry, entry.span)
    else show({ entry: undefined, span: hourAt(date, minute), refusal: undefined })
  }
  /** Drops an entry that cannot be dragged, and says why. */
  const refuse = ({ entry, date }: Press) => {
    press.current = undefined
    finger.release()
    const closed = allowed.closed(entry?.sheet.date ?? date)
    if (closed) say({ closed })
  }
  const onPointerMove = (event: PointerEvent) => {
    const from = press.current
    if (!from) return
    const pixels = Math.hypot(event.clientX - from.x, event.clientY - from.y)
    if (from.isFinger && !finger.isDragging()) {
      if (pixels > slipPixels) letGo()
      return
    }
    if (!from.moved && pixels < dragPixels) return
    from.moved = true
    dragTo(event, from)
    if (from.isFinger) finger.scrollAt(event.clientY, () => press.current === from && dragTo(event, from))
  }
  const dragTo = (event: PointerEvent, from: Press) => {
    const to = under(event)
    const { entry, grip } = from
    if (entry && !entry.isMovable) return refuse(from)
    if (entry) {
      const days = grip === 'move' ? dates.indexOf(to.date) - dates.indexOf(from.date) : 0
      place(entry, dragged(entry.span, grip, days, to.minute - from.minute))
    } else if (mayMake(from.date))
      show({ entry: undefined, span: spanBetween(from.date, from.minute, to.minute), refusal: undefined })
  }
  const letGo = () => {
    press.current = undefined
    finger.release()
  }
  const onPointerUp = () => {
    const from = press.current
    const isTap = from?.isFinger && !finger.isDragging()
    letGo()
    if (!from) return
    if (from.moved) return drop()
    // The button of an entry handles a tap itself; its edges have none.
    if (isTap) return from.entry && from.grip !== 'move' && onOpen(from.entry.sheet)
    if (from.isFinger) show(undefined)
    else if (from.entry) return onOpen(from.entry.sheet)
    if (!from.entry) makeAt(from.date, from.minute)
  }
  const mayMake = (date: string) => allowed.mayTimes && (!allowed.closed(date) || allowed.passesClosed)
  /** A press without a drag creates an entry of an hour. */
  const makeAt = (date: string, minute: number) => {
    const state = allowed.closed(date)
    if (!mayMake(date)) return state && say({ closed: state })
    const { start, end } = hourAt(date, minute)
    onAdd({ date, kind: 'regular', start: timeOfMinutes(start.minute), end: timeOfMinutes(end.minute) })
  }
  const cancel = () => {
    letGo()
    landing.cancel()
  }
  const onKeyDown = (event: KeyboardEvent, entry: Timed) => {
    if (event.key === 'Escape' && landing.current()) {
      event.stopPropagation()
      return cancel()
    }
    if (event.key === 'Enter' && landing.current()) {
      event.preventDefault()
      return drop()
    }
    const by = dragBy(event.key, event.shiftKey)
    if (!by || event.altKey || event.ctrlKey || event.metaKey || !entry.isMovable || isSaving) return
    event.preventDefault()
    const from = landing.current()?.entry?.sheet.id === entry.sheet.id ? landing.current()!.span : entry.span
    keyed.current = entry.sheet.id
    place(entry, dragged(from, by.grip, by.days, by.minutes))
    landing.dropLater()
  }
  return {
    columns,
    drag,
    /** What is being dragged and where it would be saved, in words for screen readers. */
    said: drag?.entry ? entryName(moved(drag.entry.sheet, drag.span), jobs, twelve) : '',
    isSaving,
    onPointerDown,
    onKeyDown,
    /** Saves when the focus moves on. A block that moves to another day briefly loses the focus to nothing. */
    onBlur: ({ relatedTarget }: FocusEvent) => relatedTarget && !press.current && drop(),
    /** Event handlers of the columns. */
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: cancel },
  }
}

/**
 * Keeps the focus on the entry being dragged with the keyboard, and returns its id, because a block that moves to
 * another day becomes another element.
 */
function useKeptFocus(columns: RefObject<HTMLElement | null>, drag: Drag | undefined, sheets: readonly Sheet[]) {
  const keyed = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the block may have moved, by a key or as saved.
  useEffect(() => {
    if (keyed.current === undefined || document.activeElement !== document.body) return
    columns.current?.querySelector<HTMLElement>(`[data-sheet="${keyed.current}"][data-starts] button`)?.focus()
  }, [drag, sheets])
  return keyed
}

/** The day and minute under the pointer. */
function pointUnder({ clientX, clientY }: PointerEvent, columns: HTMLElement, dates: readonly string[]) {
  const box = columns.getBoundingClientRect()
  const column = Math.floor(((clientX - box.left) / box.width) * dates.length)
  const at = getComputedStyle(columns).direction === 'rtl' ? dates.length - 1 - column : column
  const date = dates[Math.min(Math.max(at, 0), dates.length - 1)]!
  return { date, minute: Math.min(Math.max(((clientY - box.top) / box.height) * dayMinutes, 0), dayMinutes) }
}

/** An hour that starts at the half hour before this minute. */
function hourAt(date: string, minute: number): LocalSpan {
  const start = Math.floor(minute / 30) * 30
  return spanBetween(date, start, start + usualMinutes)
}

/** Holds what is being dragged on the calendar, and saves it where it lands. */
function useLanding({ owner, jobs, allowed, sheets, onAdd }: DragProps) {
  const twelve = useTwelve()
  const [drag, setDrag] = useState<Drag>()
  const latest = useRef({ drag })
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saving = useMutation({
    mutationFn: async ({ sheet, item }: { sheet: Sheet; item: object }) => {
      const meaning = mean({ resource: 'timesheets', put: [{ id: sheet.id, ...item }] })
      try {
        await changeEntry(sheet, { ...item }, { said: t('Moved.') })
      } catch (error) {
        // It may have arrived, though its answer was lost.
        await refresh('time').finally(() => meaning.end())
        throw error
      }
      // The next drag need not wait until the lists have this one.
      void refresh('time').finally(() => meaning.end())
    },
  })
  const zoneOf = (sheet: Sheet) => sheet.tz_str || owner.rules.zone
  const show = (to: Drag | undefined) => {
    latest.current.drag = to
    setDrag(to)
  }
  const place = (entry: Timed, span: LocalSpan) => {
    const times = instantsOf(entry.sheet, entry.span, span, zoneOf(entry.sheet))
    const known = { sheets, allowed, now: serverNow() }
    show({ entry, span, refusal: refusalOf(entry.sheet, times, span.start.date, known) })
  }
  const say = (refusal: Refusal) => {
    if (refusal === 'skipped') return toastError(t('Clocks go forward that night and never show this time.'))
    if ('closed' in refusal) return toastError(closedText(refusal.closed, owner))
    toastError(t('That overlaps {entry}.', { entry: entryName(refusal.overlaps, jobs, twelve) }))
  }
  /** Saves the entry where it is, or says why that is not possible. */
  const drop = () => {
    clearTimeout(rest.current)
    const now = latest.current.drag
    if (!now || saving.isPending) return
    const { entry, span, refusal } = now
    if (!entry) {
      show(undefined)
      return onAdd({
        date: span.start.date,
        kind: 'regular',
        start: timeOfMinutes(span.start.minute),
        end: timeOfMinutes(span.end.minute),
      })
    }
    if (refusal || (isSame(span.start, entry.span.start) && isSame(span.end, entry.span.end))) {
      show(undefined)
      if (refusal) say(refusal)
      return
    }
    const { sheet } = entry
    const item = itemOf(instantsOf(sheet, entry.span, span, zoneOf(sheet))!, zoneOf(sheet))
    saving.mutate({ sheet, item }, { onError: ({ message }) => toastError(message), onSettled: () => show(undefined) })
  }
  const latestDrop = useRef(drop)
  latestDrop.current = drop
  useEffect(() => () => clearTimeout(rest.current), [])
  return {
    drag,
    current: () => latest.current.drag,
    show,
    place,
    say,
    drop,
    /** Saves it after no key has followed for a while. */
    dropLater: () => {
      clearTimeout(rest.current)
      rest.current = setTimeout(() => latestDrop.current(), restMilliseconds)
    },
    cancel: () => {
      // An entry that is being saved would only appear to move back.
      if (saving.isPending) return
      clearTimeout(rest.current)
      show(undefined)
    },
    isSaving: saving.isPending,
  }
}

/** The entry as it would be there, for its accessible name. */
function moved(sheet: Sheet, { start, end }: LocalSpan): Sheet {
  const iso = ({ date, minute }: LocalSpan['start']) => `${date}T${timeOfMinutes(minute)}:00Z`
  return { ...sheet, date: start.date, start: iso(start), end: iso(end) }
}
