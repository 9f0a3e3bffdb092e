import type { Fields } from '../engine/fields.ts'
import type { Row } from '../engine/sql.ts'
import type { Item, RecordOf } from '../engine/table.ts'
import { timesheets as resource } from '../resources/timesheets.ts'
import { lastOf } from '../rules/elements.ts'
import { addDays, instantOf, localDate, minute, offsetSeconds, second } from '../rules/time/calendar.ts'
import { recordedOffsets } from '../rules/time/timesheets.ts'
import { Chance } from './chance.ts'
import { notes, type Person, type PlacedJob } from './company.ts'
import { dayOf } from './days.ts'
import type { Story } from './options.ts'
import type { Sample } from './people_and_jobs.ts'
import { approverOf, vacationStory } from './time_off.ts'

// Vacations are generated this far ahead.
const weeksAhead = 4

/** A timesheet before it gets an id. `end` is null while it is running. */
type Draft = {
  member: Sample['people'][number]
  type: 'regular' | 'manual'
  start: number
  end: number | null
  date: string
  job: PlacedJob
  /** Entered by the manager because the person forgot to clock in. */
  forgotten: boolean
}

/** All time up to now with its history; some of it is corrected, some deleted. */
type Time = { timesheets: Timesheet[]; pending: Pending[]; deleted: RecordOf<'timesheets_deleted'>[]; history: Row[] }

type Timesheet = RecordOf<'timesheets'>

/** A requested day of vacation that is not decided yet. */
type Pending = { member: Draft['member']; date: string; seconds: number }

const draftsPerStep = 200

/** Creates all time, in steps. */
export function* makeTime(company: Sample, options: Story): Generator<undefined, Time> {
  const drafts: Draft[] = []
  for (const member of company.people) {
    drafts.push(...upToNow(member, draftsOf(member, company, options), company, options))
    yield
  }
  drafts.sort((a, b) => a.start - b.start)
  const timesheets: Timesheet[] = []
  const pending: Pending[] = []
  const deleted: RecordOf<'timesheets_deleted'>[] = []
  const history: Row[] = []
  for (const [index, draft] of drafts.entries()) {
    if (index % draftsPerStep === 0) yield
    const { member, date, start, end } = draft
    const story = vacationStory(member, date, options.zone)
    if (draft.job.path === 'vacation' && story.decided > options.now) {
      if (story.asked <= options.now) pending.push({ member, date, seconds: (end! - start) / second })
      continue
    }
    const { row, past } = record(draft, company, options)
    timesheets.push(row)
    history.push(...past)
    const duplicate = duplicateOf(draft, row, company, options)
    if (duplicate) {
      deleted.push(duplicate.row)
      history.push(...duplicate.past)
    }
    const seen = row.type === 'manual' ? row.created : (row.end ?? row.start)
    member.record.last_active = Math.max(member.record.last_active, seen)
  }
  return { timesheets, pending, deleted, history }
}

function draftsOf(member: Sample['people'][number], company: Sample, { seed, now, zone, months = 3 }: Story): Draft[] {
  const { person } = member
  const today = localDate(now, zone)
  const drafts: Draft[] = []
  const own = company.jobAt(person.habit === 'desk' || person.habit === 'card' ? 'overhead/office' : 'overhead/shop')
  const last = addDays(today, 7 * weeksAhead)
  for (let date = addDays(today, -Math.round(months * 30.5)); date <= last; date = addDays(date, 1)) {
    if (date < member.from || date >= member.to) continue
    const jobs = member.jobs.filter((job) => date < job.archivedOn)
    const choice = [own, ...(own.path === 'overhead/shop' ? jobs : [])].map((job) => job.path)
    const { stretches, cards } = dayOf(person, date, choice, seed)
    for (const { seconds, job, forgotten } of cards) {
      const start = instantOf(date, 8 * 3600, zone)
      const written = instantOf(date, 18 * 3600, zone)
      if (written > now && job !== 'vacation') continue
      const end = start + seconds * second
      drafts.push({ member, type: 'manual', start, end, date, job: company.jobAt(job), forgotten })
    }
    for (const { from, to, job } of date > today ? [] : stretches) {
      const start = instantOf(date, from, zone)
      const end = instantOf(date, to, zone)
      drafts.push({ member, type: 'regular', start, end, date, job: company.jobAt(job), forgotten: false })
    }
  }
  return drafts
}

/** Drops future time and keeps the current stretch running. Some people are always on the clock, some never. */
function upToNow(
  member: Sample['people'][number],
  drafts: Draft[],
  company: Sample,
  { seed, now, zone }: Story,
): Draft[] {
  const { clock } = member.person
  const until = clock === 'off' ? now - 30 * minute : now
  const over = drafts.filter((draft) => draft.type === 'manual' || draft.end! <= until)
  const current = drafts.find(({ type, start, end }) => type === 'regular' && start <= now - minute && end! > now)
  if (clock === 'off' || (!current && clock !== 'on')) return over
  if (current) return [...over, { ...current, end: null }]
  const chance = new Chance(seed, member.person.username, 'now')
  const start = Math.floor(now / second) * second - chance.between(25, 170) * minute
  const job = member.jobs.find(({ archivedOn }) => archivedOn > localDate(now, zone)) ?? company.jobAt('overhead/shop')
  const running: Draft = {
    member,
    type: 'regular',
    start,
    end: null,
    date: localDate(start, zone),
    job,
    forgotten: false,
  }
  return [...over.filter((draft) => draft.type === 'manual' || draft.end! <= start), running]
}

/** The record with its history. */
function record(draft: Draft, company: Sample, options: Story): { row: Timesheet; past: Row[] } {
  const { seed, now, nextId, zone } = options
  const { member, type, start, end, date } = draft
  const { person } = member
  const userId = member.record.id
  const chance = new Chance(seed, person.username, start / second)
  const manager = company.managerOf(person)
  const written = instantOf(date, 17 * 3600, zone) + chance.between(60, 3000) * second
  const vacation = draft.job.path === 'vacation'
  const clocked = start + chance.between(1, 4) * second
  const decided = vacationStory(member, date, options.zone).decided
  const made = vacation ? decided : type === 'regular' ? clocked : Math.min(written, now)
  const by = vacation ? approverOf(member, company, options) : draft.forgotten ? manager : userId
  const work = draft.job.type === undefined
  const row: Timesheet = {
    id: nextId(),
    user_id: userId,
    jobcode_id: draft.job.id,
    start,
    end,
    duration: end === null ? 0 : (end - start) / second,
    date,
    tz: Math.trunc(offsetSeconds(start, zone) / 3600),
    tz_str: zone,
    type,
    location: person.habit === 'site' || person.habit === 'service' ? 'Clockhouse mobile' : 'Clockhouse web',
    locked: 0,
    notes: draft.forgotten ? 'Forgot to clock in' : work && chance.happens(0.1) ? chance.pick(notes) : '',
    customfields: work ? choicesFor(member, draft.job, company, chance) : {},
    attached_files: [],
    created_by_user_id: by,
    created: made,
    last_modified: made,
    version: 1,
    time_off_entry_id: vacation ? nextId() : 0,
    ...{ lunch_taken: false, lunch_start: null, lunch_end: null, lunch_edge: false },
    ...recordedOffsets({ start, end, tz_str: zone }, undefined),
  }
  const stages = stagesOf(row, person, manager, made, chance, now)
  const last = lastOf(stages)
  return { row: { ...last.row, version: stages.length, last_modified: last.at }, past: historyOf(stages) }
}

/** Changes a record once more and returns the row for its history. */
export function amend(row: Timesheet, patch: Partial<Timesheet>, at: number, by: number, origin: string): Row {
  const before = columns(row)
  const version = row.version + 1
  Object.assign(row, patch, { version, last_modified: at })
  const after = columns(row)
  const changed = Object.keys(after).filter((name) => after[name] !== before[name])
  const part = (values: Row) => Object.fromEntries(changed.map((name) => [name, values[name]]))
  return line(row.id, version, 'changed', { row, at, by, origin }, part(before), part(after))
}

/** A version of a record: when it was written, by whom and why. */
type Stage = { row: Timesheet; at: number; by: number; origin: string }

/** Clocked in, clocked out, and occasionally corrected by the manager the next morning. */
function stagesOf(row: Timesheet, person: Person, manager: number, made: number, chance: Chance, now: number): Stage[] {
  const origin = row.time_off_entry_id === 0 ? '' : 'time off approved'
  if (row.type === 'manual') return [{ row, at: made, by: row.created_by_user_id, origin }]
  const by = row.user_id
  const open = { ...row, end: null, end_offset: null, duration: 0 }
  const stages: Stage[] = [{ row: open, at: made, by, origin: 'clocked in' }]
  const { end } = row
  if (end === null) return stages
  const correction = instantOf(addDays(row.date, 1), 8.25 * 3600, row.tz_str) + chance.between(0, 1800) * second
  const corrected = person.habit !== 'desk' && chance.happens(0.03) && correction <= now && correction > end
  const left = corrected ? end + 600 * second : end
  const forgot = corrected ? { ...row, end: left, duration: row.duration + 600 } : row
  const out = left + chance.between(1, 4) * second
  stages.push({ row: forgot, at: Math.min(out, now), by, origin: 'clocked out' })
  if (corrected) stages.push({ row, at: correction, by: manager, origin: 'clocked out too late' })
  return stages
}

/** Occasionally a person manually entered time that was already clocked, and the manager deleted it. */
function duplicateOf(draft: Draft, row: Timesheet, company: Sample, { seed, now, nextId, zone }: Story) {
  const { person } = draft.member
  const chance = new Chance(seed, person.username, draft.start / second, 'duplicate')
  if (draft.type !== 'regular' || draft.job.type !== undefined || !chance.happens(0.006)) return undefined
  const start = instantOf(draft.date, 8 * 3600, zone)
  const seconds = chance.between(4, 16) * 1800
  const made = instantOf(draft.date, 18 * 3600, zone) + chance.between(0, 3600) * second
  const gone = made + chance.between(14, 60) * 60 * minute
  if (gone > now) return undefined
  const times = { start, end: start + seconds * second }
  const whole: Timesheet = {
    ...row,
    id: nextId(),
    type: 'manual',
    ...recordedOffsets({ ...times, tz_str: zone }, undefined),
    ...times,
    duration: seconds,
    tz: Math.trunc(offsetSeconds(start, zone) / 3600),
    notes: '',
    created_by_user_id: row.user_id,
    created: made,
  }
  const { version: _, attached_files: __, ...kept } = whole
  const past = historyOf([{ row: whole, at: made, by: row.user_id, origin: '' }])
  const manager = company.managerOf(person)
  return {
    row: { ...kept, created_date: localDate(made, zone), last_modified: gone },
    past: [
      ...past,
      line(whole.id, 2, 'deleted', { row: whole, at: gone, by: manager, origin: 'recorded twice' }, columns(whole), {}),
    ],
  }
}

function choicesFor(
  { person, record }: Draft['member'],
  job: PlacedJob,
  { choices, filters }: Sample,
  chance: Chance,
): Record<string, number> {
  const chosen: Record<string, number> = {}
  const choose = (key: string, probability: number) => {
    if (chance.happens(probability)) chosen[choices[key]!.field] = chance.pick(filters.offered(key, record, job))
  }
  choose('cost', 0.4)
  choose('vehicle', person.habit === 'site' || person.habit === 'service' ? 0.3 : 0)
  choose('permit', job.needsPermit ? 1 : 0)
  return chosen
}

function historyOf(stages: readonly Stage[]): Row[] {
  let before: Row = {}
  return stages.map((stage, index) => {
    const now = columns(stage.row)
    const changed = Object.keys(now).filter((name) => now[name] !== before[name])
    const part = (row: Row) => Object.fromEntries(changed.flatMap((name) => (name in row ? [[name, row[name]!]] : [])))
    const made = line(stage.row.id, index + 1, index === 0 ? 'created' : 'changed', stage, part(before), part(now))
    before = now
    return made
  })
}

/** A row of the history, as `UnitOfWork` writes it. */
function line(timesheet_id: number, version: number, action: string, stage: Stage, olds: object, news: object): Row {
  const { row, at, by, origin } = stage
  const happened =
    action === 'changed' && row.end !== null && origin === 'clocked out'
      ? row.end
      : row.type === 'regular' && action === 'created'
        ? row.start
        : at
  return {
    timesheet_id,
    version,
    action,
    user_id: by,
    application: row.location,
    origin,
    happened,
    recorded: at,
    old_values: JSON.stringify(olds),
    new_values: JSON.stringify(news),
  }
}

const stored = Object.entries<Fields[string]>(resource.fields).filter(
  ([name, field]) => field.stored && name !== 'version' && name !== 'last_modified',
)

function columns(row: Item): Row {
  return Object.fromEntries(stored.map(([name, { save }]) => [name, save(row[name])]))
}
