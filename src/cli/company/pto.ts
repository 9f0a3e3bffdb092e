import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CompanySummary } from '../../company/companies.ts'
import { type PtoPolicy, policiesOf } from '../../company/pay/pto.ts'
import { adjustPtoBalance, deletePtoPolicy, type PtoTerms, putPtoPolicy } from '../../company/pay/pto_policies.ts'
import { inList, sql } from '../../engine/sql.ts'
import { users } from '../../resources/users.ts'
import { grantSchedules, type Line } from '../../rules/time/accruals.ts'
import { isDate } from '../../rules/time/calendar.ts'
import { startOfTime } from '../../rules/time/timesheets.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say, table } from '../output.ts'
import { companyNamed, personNamed, ptoJobcodeNamed, ptoJobcodes, scopeNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; json?: true }
type Scope = { group?: string; user?: string }
type NewPolicy = Given &
  Scope & {
    every: PtoPolicy['every']
    hours: number
    worked?: number
    date?: string
    cap?: number
    carryOver?: number
    paidOut?: true
    from?: string
  }

const hoursMax = 100_000

/** The author of changes made at the command line. */
const author = { userId: 0, application: 'clockhouse' }

/** `clockhouse pto …`: PTO policies and balances. */
export function ptoCommand(program: Command): void {
  const pto = program.command('pto').description('set how paid time off accrues; show and adjust balances')
  policyCommands(pto.command('policy').description('list, set and delete accrual policies'))
  pto
    .command('adjust')
    .description('add hours to a user’s balance; a negative number subtracts them')
    .argument('<user>', 'username or id')
    .argument('<jobcode>', 'jobcode of type pto, by name or id')
    .argument('<hours>', 'hours, such as 8 or -1.5', hours(-hoursMax, hoursMax))
    .requiredOption('--reason <text>', 'reason to record in the ledger')
    .addOption(options.company())
    .addOption(options.json())
    .action((user: string, jobcode: string, amount: number, given: Given & { reason: string }) =>
      withWorld((world) => adjust(world, user, jobcode, amount, given)),
    )
  pto
    .command('balances')
    .description('show the balances in hours')
    .option('--user <name>', 'only this user, by username or id')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given & { user?: string }) => withWorld((world) => balances(world, given)))
  pto
    .command('ledger')
    .description('show the hours a user was granted, and why')
    .argument('<user>', 'username or id')
    .addOption(options.company())
    .addOption(options.json())
    .action((user: string, given: Given) => withWorld((world) => ledger(world, user, given)))
}

function policyCommands(policy: Command): void {
  const group = () => new Option('--group <name>', 'for the members of this group').conflicts('user')
  const user = () => new Option('--user <name>', 'for this user only, by username or id')
  policy
    .command('list', { isDefault: true })
    .description('list the policies of a company')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given) => withWorld((world) => list(world, given)))
  policy
    .command('set')
    .description('set the policy of a PTO jobcode; hours already granted stay')
    .argument('<jobcode>', 'jobcode of type pto, by name or id')
    .addOption(
      new Option('--every <rhythm>', 'when hours are granted: see below').choices(grantSchedules).makeOptionMandatory(),
    )
    .requiredOption('--hours <n>', 'hours granted each time', hours(0, 10_000))
    .option('--worked <n>', 'hours of work they are granted for, with --every worked', hours(0.01, 10_000))
    .option('--date <MM-DD>', 'first day of the year (01-01)')
    .option('--cap <n>', 'maximum balance in hours; accrual stops there', hours(0, hoursMax))
    .option('--carry-over <n>', 'hours carried over when a new year begins', hours(0, hoursMax))
    .option('--paid-out', 'pay out the balance in the final pay run of a user')
    .option('--from <YYYY-MM-DD>', 'first date on which hours are granted (today)')
    .addOption(group())
    .addOption(user())
    .addOption(options.company())
    .addOption(options.json())
    .addHelpText(
      'after',
      `
year          on the first day of the year
anniversary   on each anniversary of the user’s hire date, which is when the user’s year begins
period        after the end of each pay period
worked        after the end of each pay period, by the hours worked in it

A user’s own policy takes precedence over the group’s, and that over the company’s.

  clockhouse pto policy set Vacation --every year --hours 160 --carry-over 40
  clockhouse pto policy set Sick --every worked --hours 1 --worked 30 --cap 80`,
    )
    .action((jobcode: string, given: NewPolicy) => withWorld((world) => set(world, jobcode, given)))
  policy
    .command('delete')
    .description('delete a policy; hours already granted stay')
    .argument('<jobcode>', 'jobcode of type pto, by name or id')
    .addOption(group())
    .addOption(user())
    .addOption(options.company())
    .addOption(options.json())
    .action((jobcode: string, given: Given & Scope) => withWorld((world) => remove(world, jobcode, given)))
}

async function set(world: World, wanted: string, given: NewPolicy): Promise<void> {
  const company = await companyNamed(world, given.company)
  const jobcode = await ptoJobcodeNamed(world, company, wanted)
  const turn = given.date ?? '01-01'
  // It must exist in every year.
  if (!isDate(`2001-${turn}`)) throw new Mistake('--date must be a day as MM-DD, not 02-29')
  if ((given.every === 'worked') !== (given.worked !== undefined))
    throw new Mistake('--worked is required with --every worked, and not allowed otherwise', 2)
  // The job steps through every day since, for every user.
  if (given.from !== undefined && (!isDate(given.from) || given.from < startOfTime))
    throw new Mistake(`--from must be a date as YYYY-MM-DD, not before ${startOfTime}`)
  const policy = {
    jobcode_id: jobcode.id,
    ...(await scopeNamed(world, company, given)),
    every: given.every,
    seconds: seconds(given.hours),
    per_worked: seconds(given.worked ?? 0),
    turn,
    cap: given.cap === undefined ? -1 : seconds(given.cap),
    carry_over: given.carryOver === undefined ? -1 : seconds(given.carryOver),
    paid_out: given.paidOut ? 1 : 0,
  }
  const from = given.from === undefined ? {} : { from: given.from }
  await world.db.write(putPtoPolicy, { companyId: company.company_id, author, policy, ...from }, world.now())
  if (given.json) return printJson(policy)
  say(`Set the policy for ${jobcode.name}: ${described(policy)}.`)
}

async function remove(world: World, wanted: string, given: Given & Scope): Promise<void> {
  const company = await companyNamed(world, given.company)
  const jobcode = await ptoJobcodeNamed(world, company, wanted)
  const of = { jobcode_id: jobcode.id, ...(await scopeNamed(world, company, given)) }
  const deleted = await world.db.write(deletePtoPolicy, { companyId: company.company_id, ...of }, world.now())
  if (!deleted) throw new Mistake(`there is no such policy for ${jobcode.name}; see clockhouse pto policy list`)
  if (given.json) return printJson({ ...of, deleted: true })
  say(`Deleted the policy for ${jobcode.name}.`)
}

async function list(world: World, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const policies = await policiesOf(world.db.read, company.company_id)
  if (given.json)
    return printJson(
      policies.map(({ jobcode_id, scope, scope_id, every, seconds, per_worked, turn, cap, carry_over, paid_out }) => ({
        jobcode_id,
        scope,
        scope_id,
        every,
        seconds,
        per_worked,
        turn,
        cap,
        carry_over,
        paid_out,
      })),
    )
  if (policies.length === 0) return say('There are no policies. Add one with clockhouse pto policy set.')
  const names = await namesOf(world, company, policies)
  const rows = policies.map((policy) => [
    names(policy.jobcode_id),
    policy.scope === 'company' ? 'everyone' : `${policy.scope} ${names(policy.scope_id)}`,
    described(policy),
  ])
  say(table(['jobcode', 'for', 'grants'], rows))
}

async function adjust(
  world: World,
  user: string,
  wanted: string,
  amount: number,
  given: Given & { reason: string },
): Promise<void> {
  const company = await companyNamed(world, given.company)
  const person = await personNamed(world, company, user)
  const jobcode = await ptoJobcodeNamed(world, company, wanted)
  const reason = given.reason.trim().slice(0, 255)
  if (reason === '' || reason.includes('\0')) throw new Mistake('--reason must not be empty')
  const input = { companyId: company.company_id, author, userId: person.id, jobcodeId: jobcode.id, reason }
  const balance = await world.db.write(adjustPtoBalance, { ...input, seconds: seconds(amount) }, world.now())
  if (given.json) return printJson({ user_id: person.id, jobcode_id: jobcode.id, seconds: seconds(amount), balance })
  say(`${person.username} now has ${inHours(balance)} hours of ${jobcode.name}.`)
}

async function balances(world: World, given: Given & { user?: string }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const one = given.user === undefined ? undefined : await personNamed(world, company, given.user)
  const absences = await ptoJobcodes(world, company)
  const who = one ? sql`id = ${one.id}` : sql`active = 1`
  const rows = await world.db.read.all<{ id: number; username: string; pto_balances: string }>(
    sql`select id, username, pto_balances from users where company_id = ${company.company_id} and ${who}
      order by last_name_key, first_name_key, id`,
  )
  const people = rows.map(({ pto_balances, ...person }) => {
    const held = users.fields.pto_balances.load(pto_balances)
    return { ...person, pto_balances: Object.fromEntries(absences.map(({ id }) => [id, held[id] ?? 0])) }
  })
  if (given.json) return printJson(people)
  if (absences.length === 0) return say('There is no jobcode of type pto.')
  say(
    table(
      ['username', ...absences.map(({ name }) => name)],
      people.map((person) => [person.username, ...absences.map(({ id }) => inHours(person.pto_balances[id]!))]),
    ),
  )
}

async function ledger(world: World, user: string, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const person = await personNamed(world, company, user)
  const lines = await world.db.read.all<Line & { jobcode_id: number; author: string }>(
    sql`select jobcode_id, key, date, seconds, worked, reason, author from pto_ledger
      where company_id = ${company.company_id} and user_id = ${person.id} order by date, created, key`,
  )
  if (given.json) return printJson(lines)
  if (lines.length === 0) return say(`${person.username} has not been granted any hours yet.`)
  const names = await namesOf(
    world,
    company,
    lines.map(({ jobcode_id }) => ({ jobcode_id, scope_id: 0 })),
  )
  const rows = lines.map((line) => [line.date, names(line.jobcode_id), inHours(line.seconds), line.reason, line.author])
  say(table(['date', 'jobcode', 'hours', 'reason', 'by'], rows))
}

/** Names of jobcodes, groups and users by id; ids are unique across all of them. */
async function namesOf(
  { db }: World,
  company: CompanySummary,
  rows: readonly { jobcode_id: number; scope_id: number }[],
): Promise<(id: number) => string> {
  const ids = inList(
    sql`id`,
    rows.flatMap(({ jobcode_id, scope_id }) => [jobcode_id, scope_id]),
  )
  const named = await db.read.all<{ id: number; name: string }>(sql`
    select id, name from jobcodes where company_id = ${company.company_id} and ${ids}
    union all select id, name from groups where company_id = ${company.company_id} and ${ids}
    union all select id, username as name from users where company_id = ${company.company_id} and ${ids}`)
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? String(id)
}

function described({ every, seconds, per_worked, turn, cap, carry_over, paid_out }: PtoTerms): string {
  const when = {
    year: `on ${turn} of each year`,
    anniversary: 'on each hire anniversary',
    period: 'for each pay period',
    worked: `for each ${inHours(per_worked)} hours worked`,
  }
  const limits = [
    ...(cap < 0 ? [] : [`up to ${inHours(cap)}`]),
    ...(carry_over < 0
      ? []
      : [`${inHours(carry_over)} carried over ${every === 'anniversary' ? 'then' : `on ${turn}`}`]),
    ...(paid_out ? ['paid out in a final pay run'] : []),
  ]
  return [`${inHours(seconds)} hours ${when[every]}`, ...limits].join(', ')
}

function hours(min: number, max: number) {
  return (text: string): number => {
    const number = Number(text)
    if (text.trim() === '' || !Number.isFinite(number) || number < min || number > max)
      throw new InvalidArgumentError(`It must be a number of hours from ${min} to ${max}.`)
    return number
  }
}

function seconds(amount: number): number {
  return Math.round(amount * 3600)
}

function inHours(amount: number): number {
  return Math.round(amount / 36) / 100
}
