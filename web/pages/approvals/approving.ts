import { useRef, useState } from 'react'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { intending, type Meant } from '../../api/intents.ts'
import { refresh, useChange } from '../../api/queries.ts'
import { type Outcome, update } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { undoingBy } from '../../components/dialogs/undo.ts'
import { nameOf } from '../../components/people/names.ts'
import { t } from '../../language.ts'
import { dateText, daysText } from '../../time.ts'
import { type Reopening, reopenedText, reopeningOf } from './reopen.ts'
import type { Person } from './run.ts'

/** The pay period that is approved. */
type Dates = { start_date: string; end_date: string }

/** For this long, in milliseconds, a second press is taken for one of a double click. */
const restMs = 500

/** Approves and reopens time, both with Undo, and sends it back. */
export function useApproving({ start_date, end_date }: Dates) {
  const { zone, settings, user } = useMe()
  const rests = useRef(false)
  const [isSettling, setSettling] = useState(false)
  const change = useChange((items: readonly Locks[]) => shown(items.map(meantBy), () => update('users', items)))
  const back = useChange(({ person, message }: { person: Person; message: string }) => {
    const before = addDays(start_date, -1)
    const earlier = (date: string) => (date < before ? date : before)
    const { user_id, approved_to, submitted_to } = person
    const sent_back = { start_date, end_date, message, by: nameOf(user) }
    const meant = { id: user_id, approved_to: earlier(approved_to), submitted_to: earlier(submitted_to), sent_back }
    const body = { user_id, message, start_date, end_date }
    return shown([meant], () => ask('POST', '/api/console/approvals/send_back', { body }))
  })

  const set = (people: readonly Person[], approved_to: string, words: string, onUndo?: () => void): boolean => {
    if (rests.current) return false
    rests.current = true
    // From when the page shows what came of it.
    requestAnimationFrame(() => setTimeout(() => (rests.current = false), restMs))
    setSettling(true)
    const before = people.map(({ user_id: id, approved_to, submitted_to }) => ({ id, approved_to, submitted_to }))
    const undo = undoingBy(async () => {
      onUndo?.()
      showRefusals(people, await change.mutateAsync(before))
    })
    change.mutate(
      people.map(({ user_id: id }) => ({ id, approved_to })),
      {
        onSuccess: (outcomes) => {
          const refused = showRefusals(people, outcomes)
          if (refused < people.length) toast(words, undo)
        },
        onError: toastError,
        // Joins the refetch that has just begun.
        onSettled: () => void refresh('time', { cancelRefetch: false }).finally(() => setSettling(false)),
      },
    )
    return true
  }

  return {
    isBusy: change.isPending || back.isPending,
    /** Whether the table does not show the last change yet. */
    isSettling,
    /**
     * Approves these people's time through the end of the period; `onUndo` is called when that is undone. False if this
     * was the second press of two.
     */
    approve(people: readonly Person[], onUndo?: () => void): boolean {
      const words =
        people.length === 1
          ? t('{name}’s time approved.', { name: people[0]!.name })
          : t('{count, plural, one {Time approved for # person.} other {Time approved for # people.}}', {
              count: people.length,
            })
      return set(people, end_date, words, onUndo)
    },
    /** Approves a person's time through a day of the running period. */
    approveThrough(person: Person, date: string): void {
      set([person], date, t('{name}’s time approved through {day}.', { name: person.name, day: dateText(date) }))
    },
    /** What reopening a person's time of the period means for later periods. */
    reopeningOf: ({ approved_to }: Person): Reopening =>
      reopeningOf({ start: start_date, end: end_date }, approved_to, settings.general ?? {}),
    /** Moves an approval back to the day before the period. */
    reopen(person: Person, reopening: Reopening): void {
      const range = (first: string, last: string) => daysText(first, last, zone)
      set([person], reopening.approved_to, reopenedText(person.name, reopening, { range }))
    },
    /** Sends the time back with a message; it is then neither submitted nor approved. */
    async sendBack(person: Person, message: string): Promise<void> {
      await back.mutateAsync({ person, message })
      toast(t('Sent back to {name}.', { name: person.name }))
    },
  }
}

/** A person and the new dates of their locks. */
type Locks = { id: number; approved_to: string; submitted_to?: string }

/** What is approved counts as submitted. */
function meantBy({ id, approved_to, submitted_to }: Locks): Meant {
  return { id, approved_to, ...(submitted_to !== undefined && { submitted_to }) }
}

/** Runs a change whose meaning the page shows until it has been read again. */
function shown<T>(put: readonly Meant[], run: () => Promise<T>): Promise<T> {
  return intending([{ resource: 'users', put }], async () => {
    const result = await run()
    await refresh('time')
    return result
  })
}

/** The result of `useApproving`. */
export type Approving = ReturnType<typeof useApproving>

/** Shows which people the server refused and why; returns how many. */
function showRefusals(people: readonly Person[], outcomes: readonly Outcome<unknown>[]): number {
  const refused = outcomes.flatMap((outcome, index) =>
    outcome.ok ? [] : [`${people[index]!.name}: ${outcome.message}`],
  )
  if (refused.length > 0) toastError(refused.join(' '))
  return refused.length
}
