import type { Context } from '../../engine/context.ts'
import { parseText } from '../../engine/fields.ts'
import type { Outcome } from '../../engine/resource.ts'
import type { Item } from '../../engine/table.ts'
import { noteText } from '../../rules/time/history_notes.ts'
import { clockTolerance } from '../../rules/time/timesheets.ts'
import { linkFiles, unlinkFiles } from '../files/links.ts'
import { addClockActivity, addFilesActivity } from '../projects/feed.ts'
import type { Change } from './change.ts'
import { isUnexplained } from './checks.ts'
import { deductLunch } from './lunch.ts'
import { keepClocks, resolveOverlap } from './overlap.ts'
import type { Timesheet } from './record.ts'
import { tellNote } from './tell_notes.ts'

/** Writes a checked change and everything that follows from it: splits, files, history, project feeds, lunch. */
export function save(change: Change, item: Item): Outcome<Timesheet> {
  const { before, after, owner, ctx, facts, moved, newJob } = change
  const conflict = before ? 409 : 406
  const others = after.type === 'regular' && (moved || newJob) ? resolveOverlap(after, owner, ctx, conflict) : []
  const saved = before ? ctx.work.change('timesheets', before.id, after) : ctx.work.insert('timesheets', after)
  const [split] = others
  const host = split === undefined ? undefined : ctx.work.get('timesheets', split)
  const sheet = host ? keepClocks(saved.id, host, ctx.work) : saved
  attach(sheet, before?.attached_files ?? [], ctx)
  const { side, happened } = sideOf(change)
  ctx.work.origin(sheet.id, hint(item, side, happened, change), happened)
  if (before?.end === null || sheet.end === null) addClockActivity(ctx.work, before, sheet)
  if (after.notes !== '') tellNote(change)
  if (sheet.type !== 'regular' || !(moved || newJob)) return sheet
  return deductLunch(sheet, { others, was: before }, ctx, facts)
}

/** Which end of the timesheet the change is about, for the history, and when it really happened. */
function sideOf({ before, after, closing, ctx }: Change): { side: 'start' | 'end'; happened: number } {
  if (closing && after.end !== null) return { side: 'end', happened: after.end }
  if (before) return { side: 'start', happened: ctx.now }
  return { side: after.end === null ? 'start' : 'end', happened: after.type === 'regular' ? after.start : ctx.now }
}

/** Links the files of a timesheet; `before` are its previous ones. */
function attach(sheet: Timesheet, before: readonly number[], { work }: Context): void {
  const { id, attached_files: after } = sheet
  if (before.length === 0 && after.length === 0) return
  const object = { kind: 'timesheets', id }
  const added = after.filter((file) => !before.includes(file))
  linkFiles(added, object, work)
  addFilesActivity(work, sheet, added)
  unlinkFiles(
    before.filter((file) => !after.includes(file)),
    object,
    work,
  )
}

/** The origin given by the client, whether the item was sent late, and whether it changes approved time without a reason. */
function hint(item: Item, side: 'start' | 'end', happened: number, { before, after, owner, ctx }: Change): string {
  const { options, now } = ctx
  const given = item[`origin_hint_${side}`] ?? item.origin_hint
  const text = typeof given === 'string' ? parseText(given, 'origin_hint').slice(0, 255) : ''
  const sentLater = options.late === 'yes' && now - happened > clockTolerance
  const days = before ? [before.date, after.date] : [after.date]
  return [text, sentLater && noteText('sentLater'), isUnexplained(days, owner, ctx) && noteText('unexplained')]
    .filter(Boolean)
    .join('; ')
}
