import { below } from '../company/job_tree.ts'
import { loadMoney, type Money } from '../company/pay/pay_rates.ts'
import { loadRules, policyOf } from '../company/pay/worked_time.ts'
import { settingsFor } from '../company/settings/settings.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, indexHint, inList, type Row, type Sql, sql } from '../engine/sql.ts'
import { besideWork, unprovidedBreaks } from '../reports/break_premium.ts'
import { shownUnit } from '../reports/hours.ts'
import { type PaidTime, type PayQuery, paidTime } from '../reports/overtime.ts'
import { peopleOf, queryOf, selectedPeople, timesheetsOf } from '../reports/people.ts'
import type { Jobcode } from '../resources/jobcodes.ts'
import type { Timesheet } from '../resources/timesheets/record.ts'
import { timesheets } from '../resources/timesheets.ts'
import type { User } from '../resources/users/record.ts'
import { paired } from '../rules/elements.ts'
import { datesAround, movesDays } from '../rules/overtime/needed.ts'
import { calendarOn, type Entry, type Policy, type Stretch } from '../rules/overtime/overtime.ts'
import { weekOfDay } from '../rules/overtime/workdays.ts'
import { grossLines, type PaidBeside, Payer, withTotal } from '../rules/pay/pay.ts'
import {
  centsOfLines,
  centsSum,
  type EntryRow,
  type HowPaid,
  type Job,
  type PaidLine,
  type PersonTime,
  type Prices,
  paidLines,
  withShown,
} from '../rules/payroll_files/time.ts'
import { setting } from '../rules/settings/settings.ts'
import { payPeriodOf } from '../rules/time/pay_periods.ts'
import { offsetNear, stateOf } from '../rules/time/timesheets.ts'
import { type Question, showsGross } from './question.ts'

/** Permissions to export everyone's time: the same as for seeing it in the payroll report. */
const seeAll = ['reports', 'approve_timesheets']

/** The most timesheets per export. */
const timesheetsMax = 1_000_000

/** Timesheets and people read at once, which bounds memory. */
const atOnce = { timesheets: 2000, people: 200 }

/** People read at once, and their number of timesheets. */
type PeopleAtOnce = { people: User[]; timesheets: number }

/** How detailed a file is: sums by day, sums by job, or every entry with its notes. */
export type Detail = 'days' | 'jobs' | 'entries'

/** The data of an export, read lazily for a few people at a time. */
export class Source {
  readonly #question: Question
  readonly #ctx: ReadContext
  readonly #handle: Handle
  /** The ids of the selected people whose time the actor may see. */
  readonly #people: Sql
  readonly #jobs = new Map<number, Job>()
  #wanted: ReadonlySet<number> | undefined
  #money: Money | undefined
  /** Whether time may belong to another day than the date of its entry. */
  #isMoved = true

  constructor(question: Question, ctx: ReadContext, handle: Handle) {
    this.#question = question
    this.#ctx = ctx
    this.#handle = handle
    this.#people = selectedPeople(this.#query(question.user_ids), ctx.actor, seeAll)
  }

  /** The people with finished time in the range, by name, in groups to read at once. */
  async plan(): Promise<PeopleAtOnce[]> {
    await loadRules(this.#ctx.company)
    const people = await peopleOf(this.#people, this.#ctx, this.#handle)
    this.#isMoved = movesDays([...new Set(people.map((user) => policyOf(user, this.#ctx.company)))])
    const counts = await this.#handle.all<{ user_id: number; n: number }>(
      sql`select user_id, sum(case when ${this.#days()} then 1 else 0 end) as n
        from timesheets ${indexHint('timesheets_user_date')}
        where ${timesheetsOf(this.#people, this.#ctx)} and "end" is not null and ${this.#daysAround()} group by user_id`,
    )
    const own = new Map(counts.map(({ user_id, n }) => [user_id, n]))
    const all = counts.reduce((sum, { n }) => sum + n, 0)
    if (all > timesheetsMax) throw new RequestError(417, 'too_many_timesheets', { count: all, max: timesheetsMax })
    const groups: { people: User[]; timesheets: number }[] = []
    for (const user of people) {
      const count = own.get(user.id)
      if (count === undefined) continue
      const last = groups.at(-1)
      const fits = last && last.timesheets + count <= atOnce.timesheets && last.people.length < atOnce.people
      const group = fits ? last : { people: [], timesheets: 0 }
      if (!fits) groups.push(group)
      group.people.push(user)
      group.timesheets += count
    }
    return groups
  }

  /** The time of a group of people, in the same order. */
  async read({ people }: PeopleAtOnce, detail: Detail): Promise<PersonTime[]> {
    const { company } = this.#ctx
    const ids = people.map((user) => user.id)
    const sums = detail === 'days' && !this.#question.jobcode_ids && !this.#question.money
    const paid = await paidTime(this.#query(ids), this.#ctx, this.#handle, sums ? { daily: true } : {})
    const unit = shownUnit(company)
    if (this.#question.money) this.#money ??= await loadMoney(company, this.#handle)
    const unprovided = await unprovidedBreaks(people, this.#question, this.#ctx, this.#handle)
    const entries = detail === 'entries' ? await this.#entries(ids) : new Map<number, Timesheet[]>()
    const groups = new Map((await company.list('groups')).map((group) => [group.id, group.name]))
    await this.#lookUpJobs(paid.flatMap((time) => time.entries.map((entry) => entry.jobcode_id)))
    return paid.map(({ user, policy, stretches, entries: own }): PersonTime => {
      const { id, first_name, last_name, username, payroll_id, employee_number, group_id } = user
      const group = groups.get(group_id) ?? ''
      const parts = Map.groupBy(
        own.filter(({ date }) => this.#isWithin(date)),
        (part) => part.id,
      )
      const beside = besideWork(unprovided.get(id))
      const prices = this.#money && pricesOf(user, policy, stretches, this.#money)
      const rows = (entries.get(id) ?? []).flatMap((sheet) =>
        (parts.get(sheet.id) ?? []).map((part) => entryRow(sheet, part, user, company)),
      )
      rows.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
      const jobOf = (jobcode_id: number) => this.#jobs.get(jobcode_id) ?? noJob
      const periodOf = (date: string) => payPeriodOf(date, settingsFor(company, user, date).general.settings)
      const lines = this.#lines(stretches, own, { prices, unprovided: beside })
      const isWanted = (jobcode_id: number) => this.#isWanted(jobcode_id)
      const shown = withShown({ lines, entries: rows, periodOf, jobOf, unit, isWanted })
      return {
        person: { id, first_name, last_name, username, payroll_id, employee_number, group, group_id },
        ...shown,
        weekStart: calendarOn(policy, this.#question.start_date).weekStart,
        periodOf,
        jobOf,
        ...(prices && showsGross(this.#question)
          ? { gross: this.#grossOf({ stretches, entries: own }, prices.payer, beside, shown.lines) }
          : {}),
      }
    })
  }

  /** A person’s lines on all jobs; those that filters leave out get their share of the rounding, too. */
  #lines(
    stretches: readonly Stretch[],
    own: readonly Entry[],
    how: HowPaid & { unprovided: readonly PaidBeside[] },
  ): PaidLine[] {
    const lines = paidLines(stretches, own, this.#question, how)
    const { prices, unprovided } = how
    if (prices) {
      const gross = grossLines(stretches, own, prices.payer, this.#question, unprovided)
      const cents = centsOfLines(
        lines,
        gross.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      )
      for (const [line, own] of paired(lines, cents)) line.cents = own
    }
    return lines
  }

  /** Gross pay of the time that filters select; it adds up to the costs of its lines. */
  #grossOf(
    time: Pick<PaidTime, 'stretches' | 'entries'>,
    payer: Payer,
    unprovided: readonly PaidBeside[],
    lines: readonly PaidLine[],
  ) {
    const wanted = ({ jobcode_id }: { jobcode_id: number }) => this.#isWanted(jobcode_id)
    // What is paid beside the work belongs to no job.
    const beside = this.#isWanted(0) ? unprovided : []
    const { stretches, entries } = time
    const gross = grossLines(stretches.filter(wanted), entries.filter(wanted), payer, this.#question, beside)
    const [cost] = centsSum(lines)
    return withTotal(gross, cost)
  }

  /** Loads the jobcodes selected by `jobcode_ids`. Call it before the first read. */
  async narrow(): Promise<void> {
    const { jobcode_ids } = this.#question
    if (!jobcode_ids) return
    const { companyId } = this.#ctx.actor
    const rows = await this.#handle.all<{ id: number }>(
      sql`select id from jobcodes where company_id = ${companyId} and id in ${below(jobcode_ids, companyId)}`,
    )
    this.#wanted = new Set([...rows.map(({ id }) => id), ...jobcode_ids.filter((id) => id === 0)])
  }

  /** People with time in the range that is not approved (among `people`), and people on the clock. */
  async unfinished(people: readonly User[]): Promise<{ user: User; field: 'approved_to' | 'end' }[]> {
    const rows = await this.#handle.all<{ user_id: number }>(
      sql`select distinct user_id from timesheets where ${timesheetsOf(this.#people, this.#ctx)} and "end" is null
        and ${this.#days()}`,
    )
    const running = await peopleOf(
      inList(
        sql`id`,
        rows.map(({ user_id }) => user_id),
      ),
      this.#ctx,
      this.#handle,
    )
    const approvals = setting(settingsFor(this.#ctx.company), 'approvals', 'installed') === '1'
    const unapproved = approvals ? people.filter((user) => user.approved_to < this.#question.end_date) : []
    return [
      ...running.map((user) => ({ user, field: 'end' as const })),
      ...unapproved.map((user) => ({ user, field: 'approved_to' as const })),
    ]
  }

  #isWanted(jobcode_id: number): boolean {
    return this.#wanted?.has(jobcode_id) ?? true
  }

  #days(): Sql {
    const { start_date, end_date } = this.#question
    return sql`date between ${start_date} and ${end_date}`
  }

  #isWithin(date: string): boolean {
    return date >= this.#question.start_date && date <= this.#question.end_date
  }

  /** The dates whose entries may reach into the range. */
  #daysAround(): Sql {
    if (!this.#isMoved) return this.#days()
    const { start_date, end_date } = this.#question
    const { first, last, since } = datesAround({ first: start_date, last: end_date })
    return sql`date between ${since} and ${last} and (date >= ${first} or duration > 86400)`
  }

  /** A query for the payroll report. */
  #query(user_ids: number[] | undefined): PayQuery {
    const { start_date, end_date, group_ids } = this.#question
    return queryOf({ start_date, end_date, group_ids, user_ids, advanced_overtime: 'both' })
  }

  async #entries(ids: readonly number[]): Promise<Map<number, Timesheet[]>> {
    const { company, actor } = this.#ctx
    const rows = await this.#handle.all<Row>(
      sql`select * from timesheets where company_id = ${actor.companyId} and ${inList(sql`user_id`, ids)}
        and "end" is not null and ${this.#daysAround()} order by user_id, date, "start", id`,
    )
    const loaded = rows.map((row) => timesheets.load(row))
    await company.list('customfields')
    await company.look(
      'customfielditems',
      loaded.flatMap((row) => Object.values(row.customfields)),
    )
    return Map.groupBy(loaded, (row) => row.user_id)
  }

  async #lookUpJobs(ids: readonly number[]): Promise<void> {
    const { company } = this.#ctx
    const missing = [...new Set(ids)].filter((id) => id !== 0 && !this.#jobs.has(id))
    for (let open = missing; open.length > 0; ) {
      await company.look('jobcodes', open)
      open = open.map((id) => company.get('jobcodes', id)?.parent_id ?? 0).filter((id) => id !== 0)
    }
    for (const id of missing) this.#jobs.set(id, this.#pathTo(id))
  }

  #pathTo(id: number): Job {
    const { company } = this.#ctx
    const line: Jobcode[] = []
    for (let job = company.get('jobcodes', id); job; job = company.get('jobcodes', job.parent_id)) line.unshift(job)
    const own = line.at(-1)
    if (!own) return noJob
    const { billable, short_code, type } = own
    return { path: line.map((job) => job.name), ids: line.map((job) => job.id), billable, short_code, type }
  }
}

const noJob: Job = { path: [], ids: [], billable: false, short_code: '', type: 'regular' }

function pricesOf({ id }: User, policy: Policy, stretches: readonly Stretch[], money: Money): Prices {
  const { rates, wayOn, billing } = money
  return { payer: new Payer(id, rates, stretches, { weekOf: (date) => weekOfDay(date, policy), wayOn }), billing }
}

/** A line of a file: the part of an entry on a workday as it is paid, with rounded times and hours if the company rounds. */
function entryRow(sheet: Timesheet, part: Entry, user: User, company: CompanySnapshot): EntryRow {
  const { id, tz_str, jobcode_id, notes, customfields, type } = sheet
  const isManual = type === 'manual'
  const { date, start, end, seconds } = part
  return {
    id,
    date,
    start: isManual ? null : start,
    end: isManual ? null : end,
    zone: tz_str,
    start_offset: offsetNear(start, { at: sheet.start, offset: sheet.start_offset }, tz_str),
    end_offset: offsetNear(end, { at: sheet.end!, offset: sheet.end_offset }, tz_str),
    seconds,
    jobcode_id,
    notes,
    choices: Object.fromEntries(
      Object.entries(customfields).map(([field, item]) => [field, company.get('customfielditems', item)?.name ?? '']),
    ),
    approved: stateOf(sheet, user) === 'APPROVED',
  }
}
