import { below } from '../company/job_tree.ts'
import { amountsOf, loadMoney, type Money } from '../company/pay/pay_rates.ts'
import { loadRules, policyOf } from '../company/pay/worked_time.ts'
import { payPeriodFor } from '../company/settings/pay_period.ts'
import { settingsFor } from '../company/settings/settings.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, indexHint, inList, type Row, type Sql, sql } from '../engine/sql.ts'
import { besideWork, unprovidedBreaks } from '../reports/break_premium.ts'
import { shownUnit } from '../reports/hours.ts'
import { type PaidTime, type PayQuery, paidTime } from '../reports/overtime.ts'
import { payerOf, salaryStart } from '../reports/payer.ts'
import { peopleOf, queryOf, selectedPeople, timesheetsOf } from '../reports/people.ts'
import { linesAsPaid, linesAsRecorded } from '../reports/runs/lines_as_paid.ts'
import { openParts } from '../reports/runs/open_parts.ts'
import { PaidRuns } from '../reports/runs/paid_runs.ts'
import type { Timesheet } from '../resources/timesheets/record.ts'
import { timesheets } from '../resources/timesheets.ts'
import type { User } from '../resources/users/record.ts'
import { once } from '../rules/once.ts'
import { datesAround, movesDays } from '../rules/overtime/needed.ts'
import { calendarOn, type Entry } from '../rules/overtime/overtime.ts'
import { addedUp } from '../rules/pay/adjustments.ts'
import { type GrossLine, grossLines, grossSum, withTotal } from '../rules/pay/gross_lines.ts'
import type { PayRate } from '../rules/pay/pay.ts'
import type { PaidBeside, Payer } from '../rules/pay/payer.ts'
import type { Range } from '../rules/pay/payroll.ts'
import type { PeriodPart } from '../rules/pay/period_parts.ts'
import { shownSeconds } from '../rules/pay/shown_hours.ts'
import { shownUnits } from '../rules/pay/shown_units.ts'
import { adjustedLines } from '../rules/payroll_files/adjusted.ts'
import { isBesideHours, restKind } from '../rules/payroll_files/kinds.ts'
import {
  type AmountLine,
  centsSum,
  type EntryRow,
  type PaidLine,
  type PersonTime,
  type Shown,
  withShown,
} from '../rules/payroll_files/time.ts'
import { seesPay } from '../rules/people/sight.ts'
import { setting } from '../rules/settings/settings.ts'
import { offsetNear, stateOf } from '../rules/time/timesheets.ts'
import { JobPaths } from './job_paths.ts'
import { type Question, showsGross } from './question.ts'

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
  readonly #jobs: JobPaths
  readonly #carriesAmounts: boolean
  #wanted: ReadonlySet<number> | undefined
  #money: Money | undefined
  /** Whether time may belong to another day than the date of its entry. */
  #isMoved = true
  #paid: PaidRuns | undefined
  /** What runs have paid for entries; only in files of the recorded time. */
  #costs: PaidRuns | undefined

  /** `carriesAmounts`: whether the file is for a program that takes amounts. Only administrators see them. */
  constructor(question: Question, ctx: ReadContext, handle: Handle, carriesAmounts: boolean) {
    this.#question = question
    this.#ctx = ctx
    this.#handle = handle
    this.#jobs = new JobPaths(ctx.company)
    this.#carriesAmounts = carriesAmounts && seesPay(ctx.actor)
    this.#people = selectedPeople(this.#query(question.user_ids), ctx.actor, 'payroll')
  }

  /** The people with finished time in the range, by name, in groups to read at once. */
  async plan(): Promise<PeopleAtOnce[]> {
    await loadRules(this.#ctx.company)
    await this.#loadMoney()
    await this.#loadPaid()
    const people = await peopleOf(this.#people, this.#ctx, this.#handle)
    this.#isMoved = movesDays([...new Set(people.map((user) => policyOf(user, this.#ctx.company)))])
    const counts = await this.#handle.all<{ user_id: number; n: number }>(
      sql`select user_id, sum(case when ${this.#days()} then 1 else 0 end) as n
        from timesheets ${indexHint('timesheets_user_date')}
        where ${timesheetsOf(this.#people, this.#ctx)} and "end" is not null and ${this.#daysAround()} group by user_id`,
    )
    const paid = this.#paid?.people() ?? []
    const isOfRun = this.#question.run !== undefined
    const own = new Map([
      ...paid.map((id): [number, number] => [id, 0]),
      ...counts.flatMap(({ user_id, n }): [number, number][] =>
        !isOfRun || paid.includes(user_id) ? [[user_id, n]] : [],
      ),
    ])
    const all = counts.reduce((sum, { n }) => sum + n, 0)
    if (all > timesheetsMax) throw new RequestError(417, 'too_many_timesheets', { count: all, max: timesheetsMax })
    const groups: { people: User[]; timesheets: number }[] = []
    for (const user of people) {
      const count = own.get(user.id) ?? (!isOfRun && this.#isPaidWithoutTime(user) ? 0 : undefined)
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
    const money = await this.#loadMoney()
    const paid = await this.#timeOf(people, sums, money)
    const unit = shownUnit(company)
    const unprovided = await unprovidedBreaks(people, this.#question, this.#ctx, this.#handle)
    const entries = detail === 'entries' ? await this.#entries(ids) : new Map<number, Timesheet[]>()
    const groups = new Map((await company.list('groups')).map((group) => [group.id, group.name]))
    const ofRuns = people.flatMap(({ id }) => [
      ...(this.#paid?.filesLinesOf(id) ?? []),
      ...(this.#paid?.otherHours(id) ?? []),
    ])
    await this.#jobs.look([...paid.flatMap(({ entries }) => entries), ...ofRuns].map(({ jobcode_id }) => jobcode_id))
    return paid.map((time): PersonTime => {
      const { user, policy, entries: own } = time
      const { id, first_name, last_name, username, payroll_id, employee_number, group_id } = user
      const group = groups.get(group_id) ?? ''
      const parts = Map.groupBy(
        own.filter(({ date }) => this.#isWithin(date)),
        (part) => part.id,
      )
      const beside = besideWork(unprovided.get(id))
      const payer = money && once(() => payerOf(time, money, company))
      const prices = payer && this.#question.money ? { payer: payer(), billing: money.billing } : undefined
      const rows = (entries.get(id) ?? []).flatMap((sheet) =>
        (parts.get(sheet.id) ?? []).map((part) => entryRow(sheet, part, user, company)),
      )
      rows.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
      const jobOf = (jobcode_id: number) => this.#jobs.of(jobcode_id)
      const ofRun = this.#question.run === undefined ? undefined : this.#paid
      const periodOf = (date: string) => ofRun?.periodOf(id, date) ?? payPeriodFor(company, user, date)
      const how = { prices, unprovided: beside, daily: sums }
      const lines = this.#isRecorded
        ? linesAsRecorded(time, { range: this.#question, unpaid: this.#parts(user) }, how, this.#costs)
        : linesAsPaid(time, this.#parts(user), how, this.#paid)
      const isWanted = (jobcode_id: number) => this.#isWanted(jobcode_id)
      const worked = withShown({ lines, entries: rows, periodOf, jobOf, unit, isWanted })
      const shown = { ...worked, lines: [...worked.lines, ...this.#adjustments(id, unit)] }
      return {
        person: { id, first_name, last_name, username, payroll_id, employee_number, group, group_id },
        ...shown,
        weekStart: calendarOn(policy, this.#question.start_date).weekStart,
        periodOf,
        jobOf,
        ...(prices && showsGross(this.#question)
          ? { gross: this.#grossOf(time, prices.payer, beside, shown.lines) }
          : {}),
        ...(prices && user.active ? { unpaidWeeks: prices.payer.weeksWithoutSalary(this.#question) } : {}),
        ...(payer && this.#carriesAmounts ? { amounts: this.#amounts(id, payer) } : {}),
      }
    })
  }

  /** The time of people. Sums of days that runs have paid come from the runs alone. */
  #timeOf(people: readonly User[], sums: boolean, money: Money | undefined): Promise<PaidTime[]> {
    const since = money ? salaryStart(this.#question, money, this.#ctx.company) : this.#question.start_date
    const ids = people.map(({ id }) => id)
    const open = sums ? ids.filter((id) => this.#unpaid(id).length > 0) : ids
    return paidTime(this.#query(ids), this.#ctx, this.#handle, {
      ...{ since, users: people, people: inList(sql`id`, open) },
      ...(sums && { daily: true }),
    })
  }

  /** What pay runs have paid. Files of the recorded time show it as it is, with what was paid for it. */
  async #loadPaid(): Promise<void> {
    const { run, user_ids, money } = this.#question
    const { company_id } = this.#ctx.company.row
    const within = (options: { ofHours?: boolean } = {}) =>
      PaidRuns.within(this.#question, company_id, this.#handle, user_ids, options)
    if (this.#isRecorded) this.#costs = money ? await within({ ofHours: true }) : undefined
    else if (run !== undefined) this.#paid = await PaidRuns.of(run, this.#question, company_id, this.#handle)
    else this.#paid = await within()
  }

  /** Whether the file lists the time as it was recorded. */
  get #isRecorded(): boolean {
    return this.#question.target === 'timesheets'
  }

  /** The parts of the range that no pay run has paid to a person; none in the file of a run. */
  #unpaid(id: number): readonly Range[] {
    if (this.#question.run !== undefined) return []
    return this.#paid?.has(id) ? this.#paid.unpaid(id) : [this.#question]
  }

  /** The same by pay period. */
  #parts(user: User): readonly PeriodPart[] {
    if (this.#question.run !== undefined) return []
    return openParts(user, this.#question, this.#ctx.company, this.#isRecorded ? this.#costs : this.#paid)
  }

  /** Gross pay of the time that filters select; it adds up to the costs of its lines. */
  #grossOf(time: PaidTime, payer: Payer, unprovided: readonly PaidBeside[], lines: readonly PaidLine[]) {
    const { user, stretches, entries } = time
    if (this.#paid && !this.#wanted) {
      const open = grossLines(stretches, entries, payer, this.#parts(user), unprovided)
      const own = this.#paid.linesOf(user.id, open)
      return addedUp([...own, ...this.#paid.besides(user.id).map(({ line }) => line)])
    }
    const wanted = ({ jobcode_id }: { jobcode_id: number }) => this.#isWanted(jobcode_id)
    // What is paid beside the work belongs to no job.
    const beside = this.#isWanted(0) ? unprovided : []
    const byDate = !this.#wanted
    const selected = [stretches.filter(wanted), entries.filter(wanted)] as const
    const gross = grossLines(...selected, payer, openParts(user, this.#question, this.#ctx.company), beside, { byDate })
    const [cost] = centsSum(lines)
    const [part] = byDate ? [] : payer.salaryIn(this.#question)
    return part ? withSalary(gross, part.rate, cost - grossSum(gross)) : withTotal(gross, cost)
  }

  /** What runs paid besides their own days, as lines on the last of the days that it belongs to. */
  #adjustments(id: number, unit: number): Shown<PaidLine>[] {
    if (!this.#paid) return []
    const lines = adjustedLines(this.#paid.otherHours(id), this.#paid.besides(id), this.#question.money)
    return lines
      .filter(({ jobcode_id }) => this.#isWanted(jobcode_id))
      .map((line) => ({
        ...line,
        shown: shownSeconds(line.seconds, shownUnits.decimal),
        displayed: shownSeconds(line.seconds, unit),
      }))
  }

  /** What a person is paid beside hours: by runs, adjustments included, and for the other dates of the range. */
  #amounts(id: number, payer: () => Payer): AmountLine[] {
    const isPaidAmounts = (this.#money?.amounts.get(id) ?? []).length > 0
    const amounts = (kind: string, date: string, cents: number): AmountLine[] =>
      isBesideHours(kind) ? [{ kind, date, cents, quantity: 0, unit_rate: 0 }] : []
    const paid = this.#paid?.filesLinesOf(id) ?? []
    const besides = this.#paid?.besides(id) ?? []
    return [
      ...paid.flatMap(({ kind, date, cost }) => amounts(kind, date, cost)),
      ...besides.flatMap(({ line, end_date }) => amounts(line.kind, end_date, line.amount_cents)),
      ...(isPaidAmounts ? this.#unpaid(id).flatMap((range) => amountLines(payer(), range)) : []),
    ]
  }

  /** The rates and amounts, if the file has any money. */
  async #loadMoney(): Promise<Money | undefined> {
    if (!this.#question.money && !this.#carriesAmounts) return undefined
    this.#money ??= await loadMoney(this.#ctx.company, this.#handle, this.#question)
    return this.#money
  }

  /** Whether a person may be paid without time in the range: by a salary or amounts. */
  #isPaidWithoutTime({ id }: User): boolean {
    const { start_date, end_date, money } = this.#question
    if (!this.#money) return false
    const own = this.#money.amounts.get(id) ?? []
    return own.some(({ date }) => date >= start_date && date <= end_date) || (money && this.#money.rates.isSalaried(id))
  }

  /** Whether there are amounts that the actor may not see. */
  async hidesAmounts(): Promise<boolean> {
    const { start_date, end_date } = this.#question
    if (seesPay(this.#ctx.actor)) return false
    const dates = sql`date between ${start_date} and ${end_date}`
    const [first] = await amountsOf(
      sql`${dates} and user_id in (select id from users where company_id =
      ${this.#ctx.actor.companyId} and ${this.#people})`,
      this.#ctx.actor.companyId,
      this.#handle,
    )
    return first !== undefined
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

  /**
   * People with time in the range that is not approved, and people on the clock. `withTime`: those with finished time
   * in the range, also if it began before it. What is not finished is not approved either. What a run has paid is
   * finished, whatever else was recorded.
   */
  async unfinished(withTime: ReadonlySet<number>): Promise<{ user: User; field: 'approved_to' | 'end' }[]> {
    const { end_date, run } = this.#question
    if (run !== undefined) return []
    const rows = await this.#handle.all<{ user_id: number; last: string; within: number; running: number }>(
      sql`select user_id, max(date) as last, max(case when ${this.#days()} then 1 else 0 end) as within,
          max(case when "end" is null and ${this.#days()} then 1 else 0 end) as running
        from timesheets ${indexHint('timesheets_user_date')}
        where ${timesheetsOf(this.#people, this.#ctx)} and ${this.#daysAround()} and date <= ${end_date}
        group by user_id`,
    )
    const own = new Map(rows.map((row) => [row.user_id, row]))
    const people = await peopleOf(this.#people, this.#ctx, this.#handle)
    const running = people.filter(({ id }) => own.get(id)?.running === 1)
    const approvals = setting(settingsFor(this.#ctx.company), 'approvals', 'installed') === '1'
    const unapproved = people.filter(({ id, approved_to }) => {
      const row = own.get(id)
      return row !== undefined && approved_to < row.last && (row.within === 1 || withTime.has(id))
    })
    return [
      ...running.map((user) => ({ user, field: 'end' as const })),
      ...(approvals ? unapproved : []).map((user) => ({ user, field: 'approved_to' as const })),
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
}

/** The lines of part of a person’s time, with the rest of what it costs as its share of the salary. */
function withSalary(lines: readonly GrossLine[], { rate, per }: PayRate, cents: number): GrossLine[] {
  const [known] = lines.filter(({ kind }) => kind === 'salary')
  const about = known ?? { kind: 'salary' as const, rate, per, multiplier: 1, seconds: 0 }
  const parts = [{ part: 'salary' as const, amount_cents: cents }]
  return [{ ...about, amount_cents: cents, parts }, ...lines.filter((line) => line !== known)]
}

/** What a person is paid beside hours, by kind: each amount, and the rest periods of piece work. */
function amountLines(payer: Payer, range: Range): AmountLine[] {
  return payer.amountsIn(range).flatMap((amount): AmountLine[] => {
    const { kind, date, cents, quantity, unit_rate, rest_seconds } = amount
    const own = { kind, date, cents, quantity, unit_rate }
    if (rest_seconds === 0) return [own]
    const [rest] = grossLines([], [], payer, [{ range: { start_date: date, end_date: date }, before: [] }]).filter(
      ({ kind }) => kind === restKind,
    )
    return [own, { kind: restKind, date, cents: rest?.amount_cents ?? 0, quantity: 0, unit_rate: 0 }]
  })
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
