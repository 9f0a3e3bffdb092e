import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { queries, recordsQuery } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { nameOf } from '../../components/people/names.ts'
import { useHolidays } from '../../components/time/holidays.ts'
import { timeFormatOf } from '../../components/time/time_format.ts'
import { t } from '../../language.ts'
import type { Board } from './board.ts'
import { useContent } from './content.ts'
import { eventsQuery, useCalendars } from './data.ts'
import type { Subject } from './shift/shift_form.ts'
import { useTemplates } from './shift/templates.ts'
import { useView } from './view.ts'

/** The visible part of the schedule. */
export type View = ReturnType<typeof useView>

/** The state of the schedule page. */
export type Schedule = ReturnType<typeof useSchedule>

/** Holds the visible part of the schedule and the window open over it. */
export function useSchedule() {
  const me = useMe()
  const view = useView()
  const content = useContent(view)
  const [subject, setSubject] = useState<Subject>()
  const [open, setOpen] = useState<'publish' | 'subscribe' | 'templates'>()
  const { plans, byId, jobs, warnings, off } = content
  const { today, date, who } = view
  const holidays = useHolidays(view.range, who === 'me' ? me.user.id : undefined)
  const onNear = useNeighbors(view)
  // So that they are there when a form opens.
  useTemplates(plans)
  const board = useMemo(
    (): Board => ({
      timeFormat: timeFormatOf(me),
      today,
      nameOf: (id) =>
        id === undefined ? t('Open@@shift') : byId.has(id) ? nameOf(byId.get(id)!) : t('Former employee'),
      jobOf: (id) => jobs.get(id) ?? { name: '', path: '' },
      warningsOf: warnings,
      off,
      holidays,
      roomy: who === 'me',
      onOpen: (shift) => setSubject({ shift }),
      onAdd: plans ? setSubject : undefined,
    }),
    [me, today, who, byId, jobs, warnings, off, holidays, plans],
  )
  const shown = content.data ?? []
  return {
    view,
    onNear,
    content,
    board,
    shown,
    /** Unpublished shifts that the user may publish. */
    drafts: shown.filter(({ record, mine, first, last }) => record.draft && mine && inSight(view, first, last)),
    subject,
    setSubject,
    open,
    setOpen,
    /** Opens the form of a shift today, or on the first date shown. */
    addShift: () =>
      setSubject({
        date: view.isNow && view.view !== 'day' ? today : date,
        userId: who === 'me' ? me.user.id : undefined,
      }),
  }
}

/** Whether any part of this range is visible. */
function inSight({ view, date, range }: View, first: string, last: string): boolean {
  return view === 'day' ? first <= date && last >= date : first <= range.last && last >= range.first
}

/**
 * Fetches the week before (-1) or after (1) the visible one when the pointer or the focus reaches the button for it, and
 * from then on the next one in that direction.
 */
function useNeighbors({ dates, view, who }: View): (by: -1 | 1) => void {
  const me = useMe()
  const calendars = useCalendars()
  const toward = useRef<-1 | 1>(undefined)
  const [first, last] = [dates[0]!, dates.at(-1)!]
  const prefetch = useCallback(() => {
    if (!calendars || !toward.current || view === 'month') return
    const own = who === 'me' ? { userId: me.user.id } : {}
    const range = { first: addDays(first, 7 * toward.current), last: addDays(last, 7 * toward.current) }
    void queries.prefetchQuery(recordsQuery('schedule_events', eventsQuery(calendars, range, me.zone, own)))
  }, [calendars, view, first, last, who, me])
  useEffect(prefetch, [prefetch])
  return (by) => {
    toward.current = by
    prefetch()
  }
}
