import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CompanySummary } from '../../company/companies.ts'
import { addPayRate, removePayRate } from '../../company/pay/pay.ts'
import { ratesOf } from '../../company/pay/pay_rates.ts'
import { fold, inList, sql } from '../../engine/sql.ts'
import { idIn } from '../../engine/table.ts'
import {
  type GivenRate,
  isSalary,
  type PayRate,
  payUnits,
  ratesPerUnit,
  usualWeekSeconds,
} from '../../rules/pay/pay.ts'
import type { World } from '../../world.ts'
import { Mistake, refusing } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say, table } from '../output.ts'
import { companyNamed, personNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; json?: true; user?: string; job?: string }
type Dated = Given & { from: string; altersApproved?: true }
type Added = Dated & { per: PayRate['per']; weekHours?: number; fluctuating?: true }

const author = { userId: 0, application: 'clockhouse' }

/** `clockhouse rate …`: pay rates with their dates. */
export function rateCommand(program: Command): void {
  const parent = program.command('rate').description('list, add and remove pay rates of people and jobs')
  const command = (name: string, about: string) =>
    parent
      .command(name)
      .description(about)
      .option('--user <name>', 'of this user, by username or id')
      .option('--job <name>', 'of this jobcode, by name or id')
      .addOption(options.company())
      .addOption(options.json())
  const from = () =>
    new Option('--from <date>', 'first day on which it applies, such as 2026-03-14, or always').makeOptionMandatory()
  command('list', 'list pay rates with their dates').action((given: Given) => withWorld((world) => list(world, given)))
  command('add', 'add a rate; with --user and --job, for the user on that job')
    .argument('<rate>', 'amount, such as 27.50', amount)
    .addOption(
      new Option('--per <unit>', 'what it is paid for; all but hour are salaries').choices(payUnits).default('hour'),
    )
    .addOption(
      new Option('--week-hours <hours>', 'hours a week for which a salary is meant; 40 by default').argParser(amount),
    )
    .option('--fluctuating', 'a salary pays for all the work of a week, and overtime adds its half')
    .addOption(from())
    .addOption(options.altersApproved())
    .addHelpText(
      'after',
      `
The most specific rate in force on the date of the work counts: for the user and job, then for the job, then for the
user. A rate holds until the next one of the same user and job. A salary of a user pays all of their work.`,
    )
    .action((rate: number, given: Added) => withWorld((world) => add(world, rate, given)))
  command('remove', 'remove a rate; the previous one stays in effect')
    .addOption(from())
    .addOption(options.altersApproved())
    .action((given: Dated) => withWorld((world) => remove(world, given)))
}

async function list(world: World, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const { user_id, jobcode_id } = await subjectOf(world, company, given)
  const ofUser = given.user === undefined ? sql`1 = 1` : sql`user_id = ${user_id}`
  const ofJob = given.job === undefined ? sql`1 = 1` : sql`jobcode_id = ${jobcode_id}`
  const found = await ratesOf(sql`${ofUser} and ${ofJob}`, company.company_id, world.db.read)
  const rates = found.map(({ week_seconds = usualWeekSeconds, fluctuating, ...rate }) => {
    const salary = { week_hours: isSalary(rate) ? week_seconds / 3600 : null, fluctuating: fluctuating === 1 }
    return { ...rate, from: rate.from || null, rate: rate.rate / ratesPerUnit, ...salary }
  })
  if (given.json) return printJson(rates)
  if (rates.length === 0) return say('There are no pay rates. clockhouse rate add adds one.')
  const names = await namesOf(
    world,
    company,
    rates.flatMap(({ user_id, jobcode_id }) => [user_id, jobcode_id]),
  )
  const rows = rates.map(({ user_id, jobcode_id, from, rate, per }) => {
    const who = user_id === 0 ? 'everyone' : (names.get(user_id) ?? user_id)
    const what = jobcode_id === 0 ? 'all other work' : (names.get(jobcode_id) ?? jobcode_id)
    return [who, what, from ?? 'always', rate.toFixed(2), per]
  })
  say(table(['user', 'job', 'from', 'rate', 'per'], rows))
}

async function add(world: World, amount: number, given: Added): Promise<void> {
  const company = await companyNamed(world, given.company)
  const { per, weekHours, fluctuating } = given
  const rate: GivenRate = {
    ...{ ...(await subjectOf(world, company, given)), from: dateOf(given.from), rate: amount, per },
    ...(weekHours !== undefined && { week_seconds: Math.round(weekHours * 3600) }),
    ...(fluctuating && { fluctuating: 1 }),
  }
  await refusing(world.db.write(addPayRate, { ...base(company, given), rate }, world.now()))
  if (given.json) return printJson({ ...rate, from: rate.from || null })
  say(`Added ${amount.toFixed(2)} per ${given.per}, ${rate.from ? `from ${rate.from}` : 'for all time'}.`)
}

async function remove(world: World, given: Dated): Promise<void> {
  const company = await companyNamed(world, given.company)
  const rate = { ...(await subjectOf(world, company, given)), from: dateOf(given.from) }
  await refusing(world.db.write(removePayRate, { ...base(company, given), rate }, world.now()))
  if (given.json) return printJson({ ...rate, from: rate.from || null })
  say('Removed the rate.')
}

function base({ company_id }: CompanySummary, { altersApproved }: Dated) {
  return { companyId: company_id, author, alters_approved: altersApproved ?? false }
}

/** The user and jobcode that the options name; 0 for an omitted one. */
async function subjectOf(world: World, company: CompanySummary, { user, job }: Given) {
  return {
    user_id: user === undefined ? 0 : (await personNamed(world, company, user)).id,
    jobcode_id: job === undefined ? 0 : await jobNamed(world, company, job),
  }
}

async function jobNamed({ db }: World, { company_id, name }: CompanySummary, wanted: string): Promise<number> {
  const id = idIn(wanted)
  const found = await db.read.all<{ id: number; name: string }>(
    sql`select id, name from jobcodes where company_id = ${company_id} and (name_key = ${fold(wanted)} or id = ${id})
      order by id`,
  )
  if (found.length > 1)
    throw new Mistake(
      `--job: several jobcodes are called ${wanted}; use an id: ${found.map(({ id }) => id).join(', ')}`,
    )
  if (!found[0]) throw new Mistake(`--job: ${name} has no jobcode ${wanted}`)
  return found[0].id
}

/** Names of users and jobcodes by id; ids are unique across both. */
async function namesOf({ db }: World, { company_id }: CompanySummary, ids: number[]): Promise<Map<number, string>> {
  const wanted = inList(sql`id`, ids)
  const rows = await db.read.all<{ id: number; name: string }>(
    sql`select id, username as name from users where company_id = ${company_id} and ${wanted}
      union all select id, name from jobcodes where company_id = ${company_id} and ${wanted}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function dateOf(from: string): string {
  return from === 'always' ? '' : from
}

function amount(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number of 0 or more, such as 27.50.')
  return Number(text)
}
