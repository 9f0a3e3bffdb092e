import { useState } from 'react'
import { second } from '../../../src/rules/time/calendar.ts'
import { changePunches, type Punch, read } from '../../api/punches.ts'
import type { Item } from '../../api/records.ts'
import { ApiError, newKey } from '../../api/request.ts'
import { sendPunches } from '../../api/send_punches.ts'
import { useMe } from '../../api/start.ts'
import { toastError } from '../../components/dialogs/toast.ts'
import { t } from '../../language.ts'
import { instant, isoAt, serverNow } from '../../time.ts'
import { type Entry, useEntries } from './entries.ts'

/** After this long, stop showing a spinner and say that the punch is saved on the device. */
const patienceMilliseconds = 4000

/** The fields of an entry that a punch sets. */
export type Said = { notes?: string; customfields?: Record<string, string> }

/** A part of what a press at the clock does; the parts happen at the same instant, and all of them or none. */
export type Step =
  | ({ do: 'begin'; jobId: number } & Said)
  | ({ do: 'end' | 'edit'; entry: Entry; at?: string; breakAnswers?: Punch['breakAnswers'] } & Said)
  | { do: 'place'; sample: Item }

/** The part that ends an entry or changes it. */
export type End = Extract<Step, { do: 'end' | 'edit' }>

/**
 * Does what a press at the clock means: shown at once, sent as soon as possible. Throws ApiError if the server refuses it
 * while the person looks at the clock, as `isOpen` says; false if it is refused later, which is said elsewhere.
 */
export function useAct(isOpen: () => boolean) {
  const me = useMe()
  const { data: entries = [] } = useEntries()
  const [busy, setBusy] = useState(false)
  const act = async (...steps: Step[]): Promise<boolean> => {
    const isPunch = steps.some((step) => step.do === 'begin' || step.do === 'end')
    if (isPunch) setBusy(true)
    try {
      const now = isoAt(momentOf(steps, entries, serverNow()), me.zone)
      const punch = punchOf(steps, now)
      await changePunches((before) => added(before, punch))
      await Promise.race([sendPunches(me.user.id), wait(patienceMilliseconds)])
      return await settle(punch.key, isOpen)
    } finally {
      if (isPunch) setBusy(false)
    }
  }
  return { act, busy }
}

/**
 * When a press counts, in microseconds: now, or a second after the entry that it ends has begun, because an entry has a
 * length. So quick presses run ahead of the clock, and so may another tab; later ones do not go back behind the end of an
 * entry.
 */
export function momentOf(steps: readonly Step[], entries: readonly Entry[], now: number): number {
  const ends = entries.flatMap(({ end, manual }) => (end === '' || manual ? [] : instant(end)))
  const from = Math.max(now, ...ends.filter((end) => end - now < 30 * second))
  const begun = steps.flatMap((step) => (step.do === 'end' && step.at === undefined ? instant(step.entry.start) : []))
  const possible = Math.max(from, ...begun.map((start) => start + second))
  return possible - from < 3 * second ? possible : from
}

/**
 * A punch refused while the user waits is reported and dropped; one that could not be sent is queued. One that is refused
 * when the user has left the clock is announced where they are now, and stays for when they come back; so does one whose
 * words would be lost.
 */
async function settle(key: string, isOpen: () => boolean): Promise<boolean> {
  const left = (await read()).find((punch) => punch.key === key)
  if (!left) return true
  const isNews = left.refused !== undefined && !left.waits
  if (isNews && isOpen() && !left.holdsWords) {
    await changePunches((all) => all.filter((punch) => punch.key !== key))
    throw new ApiError(417, left.refused!)
  }
  // From here on, the page shows that it is waiting, or was refused.
  await changePunches((all) => all.map((punch) => (punch.key === key ? { ...punch, waits: true } : punch)))
  if (isNews && !isOpen())
    toastError(t('Your last press at the clock was not accepted. {reason}', { reason: left.refused! }))
  return !left.refused
}

/** Whether people call the device in their hands a phone. */
export function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

/** The one punch of a press. */
function punchOf(steps: readonly Step[], now: string): Punch {
  const key = newKey()
  const begin = steps.find((step) => step.do === 'begin')
  const end = steps.find((step): step is End => step.do === 'end' || step.do === 'edit')
  const sample = steps.find((step) => step.do === 'place')?.sample
  const placed = sample && { created: now, ...sample }
  const beside = placed && { place: placed }
  const next = begin && { jobcode_id: begin.jobId, ...saidIn(begin), origin_hint_start: origin }
  if (!end) {
    if (next) return { key, kind: 'in', at: now, of: key, item: next, ...beside }
    return { key, kind: 'place', at: now, of: '', item: placed ?? {} }
  }
  const { entry, at = now, breakAnswers } = end
  const said = saidIn(end)
  if (end.do === 'edit') return { key, kind: 'edit', at: now, of: entry.of, item: said }
  const item = { ...said, origin_hint_end: origin }
  const answers = breakAnswers && { breakAnswers }
  const switched = next && { kind: 'switch' as const, next }
  return { key, kind: 'out', at, of: entry.of, item, ...answers, ...beside, ...switched }
}

function saidIn({ notes, customfields }: Said): Item {
  return { ...(notes !== undefined && { notes }), ...(customfields !== undefined && { customfields }) }
}

const origin = 'Clock in the web app'

/** Merges a waiting edit of an entry into its next edit. An entry that a press has ended already is not ended again. */
function added(before: readonly Punch[], punch: Punch): readonly Punch[] {
  const ends = ({ kind, refused }: Punch) => (kind === 'out' || kind === 'switch') && !refused
  if (ends(punch) && before.some((other) => ends(other) && other.of === punch.of)) return before
  const older = before.filter(({ kind, of, refused }) => kind === 'edit' && of === punch.of && !refused)
  if (punch.kind !== 'edit' || older.length === 0) return [...before, punch]
  const item = Object.assign({}, ...older.map((edit) => edit.item), punch.item)
  return [...before.filter((other) => !older.includes(other)), { ...punch, item }]
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
