import { useState } from 'react'
import { second } from '../../../src/rules/time/calendar.ts'
import { changePunches, type Punch, read } from '../../api/punches.ts'
import type { Item } from '../../api/records.ts'
import { ApiError, newKey } from '../../api/request.ts'
import { sendPunches } from '../../api/send_punches.ts'
import { useMe } from '../../api/start.ts'
import { instant, isoAt, serverNow } from '../../time.ts'
import type { Entry } from './entries.ts'

/** After this long, stop showing a spinner and say that the punch is saved on the device. */
const patienceMilliseconds = 4000

/** The fields of an entry that a punch sets. */
export type Said = { notes?: string; customfields?: Record<string, string> }

/** An action at the clock; actions passed together happen at the same instant. */
export type Step =
  | ({ do: 'begin'; jobId: number } & Said)
  | ({ do: 'end' | 'edit'; entry: Entry; at?: string } & Said)
  | { do: 'place'; sample: Item }

/**
 * Performs actions at the clock: shown at once, sent as soon as possible. Throws ApiError if the server refuses one.
 */
export function useAct() {
  const me = useMe()
  const [busy, setBusy] = useState(false)
  const act = async (...steps: Step[]): Promise<void> => {
    setBusy(steps.some((step) => step.do === 'begin' || step.do === 'end'))
    try {
      const early = millisecondsUntilPossible(steps, serverNow())
      if (early > 0) await wait(early)
      const now = isoAt(serverNow(), me.zone)
      const punches = steps.map((step) => punchOf(step, me.user.id, now))
      await changePunches((before) => punches.reduce(added, before))
      await Promise.race([sendPunches(me.user.id), wait(patienceMilliseconds)])
      await settle(new Set(punches.map(({ key }) => key)))
    } finally {
      setBusy(false)
    }
  }
  return { act, busy }
}

/**
 * How long steps have to wait at an instant: an entry that ends now must have begun in an earlier second. Two tabs may
 * see the server's clock a second apart.
 */
export function millisecondsUntilPossible(steps: readonly Step[], now: number): number {
  const begun = steps.flatMap((step) => (step.do === 'end' && step.at === undefined ? instant(step.entry.start) : []))
  const left = Math.max(0, ...begun.map((start) => start + second - now))
  return left < 3 * second ? Math.ceil(left / 1000) : 0
}

/** A punch refused while the user waits is reported and dropped; one that could not be sent is queued. */
async function settle(keys: ReadonlySet<string>): Promise<void> {
  const left = (await read()).filter(({ key }) => keys.has(key))
  const refused = left.find((punch) => punch.refused && !punch.waits)
  if (refused) {
    await changePunches((all) => all.filter((punch) => !(keys.has(punch.key) && punch.refused)))
    throw new ApiError(417, refused.refused!)
  }
  // From here on, the page shows that it is waiting.
  if (left.length > 0)
    await changePunches((all) => all.map((punch) => (keys.has(punch.key) ? { ...punch, waits: true } : punch)))
}

/** Whether people call the device in their hands a phone. */
export function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

function punchOf(step: Step, userId: number, now: string): Punch {
  const key = newKey()
  if (step.do === 'place')
    return { key, kind: 'place', at: now, of: '', item: { user_id: userId, created: now, ...step.sample } }
  const said = {
    ...(step.notes !== undefined && { notes: step.notes }),
    ...(step.customfields !== undefined && { customfields: step.customfields }),
  }
  if (step.do === 'begin') {
    const item = { user_id: userId, jobcode_id: step.jobId, type: 'regular', ...said, origin_hint_start: origin }
    return { key, kind: 'in', at: now, of: key, item }
  }
  const { entry, at = now } = step
  if (step.do === 'edit') return { key, kind: 'edit', at: now, of: entry.of, item: said }
  return { key, kind: 'out', at, of: entry.of, item: { ...said, origin_hint_end: origin } }
}

const origin = 'Clock in the web app'

/** Merges a waiting edit of an entry into its next edit. */
function added(before: readonly Punch[], punch: Punch): readonly Punch[] {
  const older = before.filter(({ kind, of, refused }) => kind === 'edit' && of === punch.of && !refused)
  if (punch.kind !== 'edit' || older.length === 0) return [...before, punch]
  const item = Object.assign({}, ...older.map((edit) => edit.item), punch.item)
  return [...before.filter((other) => !older.includes(other)), { ...punch, item }]
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
