import { writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { CompanySummary } from '../../company/companies.ts'
import { linesOfRun } from '../../company/pay/pay_runs.ts'
import { administrator } from '../../company/rights/rights.ts'
import type { Config } from '../../config.ts'
import { openSnapshots } from '../../db/open.ts'
import { RequestError } from '../../engine/errors.ts'
import { inList, type Row, sql } from '../../engine/sql.ts'
import { makeExport } from '../../exports/make.ts'
import { type DecimalMark, decimalMarks, type Question } from '../../exports/question.ts'
import { closePayRun } from '../../pay_runs/close.ts'
import { payRunOf, runFile, runTargets } from '../../pay_runs/files.ts'
import { openPayRun } from '../../pay_runs/open.ts'
import { reopenPayRun } from '../../pay_runs/reopen.ts'
import { fileBytes, filesOf, markPayRunSent } from '../../pay_runs/send.ts'
import { type PayRun, payRuns } from '../../resources/pay_runs.ts'
import { type RunKind, runKinds, runStates } from '../../rules/pay/adjustments.ts'
import { ratesPerUnit } from '../../rules/pay/pay.ts'
import { hoursText } from '../../rules/pay/payroll.ts'
import type { World } from '../../world.ts'
import { Mistake, refusing } from '../mistakes.ts'
import * as options from '../options.ts'
import { counted, moment, note, printJson, say, stamp, table } from '../output.ts'
import { companyNamed, personNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; json?: true }
type NewRun = Given & { from?: string; to?: string; kind: RunKind; user?: string[] }
type File = Given & {
  target: string
  format?: string
  money?: true
  longNotes: 'refuse' | 'cut'
  decimalMark: DecimalMark
  output?: string
  sent?: true
}

const author = { userId: 0, application: 'clockhouse' }
const id = options.whole(1, Number.MAX_SAFE_INTEGER)

/** `clockhouse pay …`: pay runs. */
export function payCommand(program: Command): void {
  const pay = program.command('pay').description('list, close and export pay runs')
  const command = (name: string, about: string) =>
    pay.command(name).description(about).addOption(options.company()).addOption(options.json())
  command('list', 'list pay runs, newest first')
    .addOption(new Option('--state <state>', 'only runs in this state').choices(runStates))
    .action((given: Given & { state?: string }) => withWorld((world) => list(world, given)))
  command('show', 'show what a run paid each user, line by line, and its files')
    .argument('<run>', 'id of the run', id)
    .action((run: number, given: Given) => withWorld((world) => show(world, run, given)))
  command('close', 'close an open run, or add one for a pay period and close it')
    .argument('[run]', 'id of an open run; otherwise name the days', id)
    .option('--from <date>', 'first day, such as 2026-06-01')
    .option('--to <date>', 'last day')
    .addOption(new Option('--kind <kind>', 'what it is').choices(runKinds).default('regular'))
    .option('--user <name>', 'only this user, by username or id; may be given several times', options.collect)
    .addHelpText(
      'after',
      `
The days must be over and approved. What is paid is kept from then on; whatever changes later is paid by the next run, as
adjustments with their days and their cause.`,
    )
    .action((run: number | undefined, given: NewRun) => withWorld((world) => close(world, run, given)))
  command('reopen', 'open a closed run again, after saying what was paid and sent')
    .argument('<run>', 'id of the run', id)
    .option('--confirm', 'do it')
    .action((run: number, given: Given & { confirm?: true }) => withWorld((world) => reopen(world, run, given)))
  command('export', 'write a file of what a run paid; the same one again has the same bytes')
    .argument('<run>', 'id of the run', id)
    .addOption(
      new Option('--target <name>', 'payroll program').choices(runTargets.map(({ name }) => name)).default('payroll'),
    )
    .option('--format <format>', 'such as csv, xlsx or pdf; the first one of the target by default')
    .option('--money', 'with amounts, if the target has them')
    .addOption(new Option('--long-notes <how>', 'notes that are too long').choices(['refuse', 'cut']).default('refuse'))
    .addOption(
      new Option('--decimal-mark <mark>', 'of a CSV file for people; comma also puts semicolons between the columns')
        .choices(decimalMarks)
        .default('point'),
    )
    .option('--output <file>', 'where to write it; by default, under its own name in this folder')
    .option('--sent', 'also mark the run as sent')
    .action((run: number, given: File) => withWorld((world, config) => exportRun(world, config, run, given)))
}

async function list(world: World, given: Given & { state?: string }): Promise<void> {
  const { company_id } = await companyNamed(world, given.company)
  const only = given.state === undefined ? sql`1 = 1` : sql`state = ${given.state}`
  const rows = await world.db.read.all<Row>(
    sql`select * from pay_runs where company_id = ${company_id} and ${only} order by end_date desc, id desc limit 500`,
  )
  const runs = rows.map((row) => payRuns.load(row))
  if (given.json) return printJson(runs.map(printed))
  if (runs.length === 0) return say('There are no pay runs. clockhouse pay close adds one.')
  const columns = ['run', 'from', 'to', 'kind', 'state', 'users', 'hours', 'gross pay', 'adjustments', 'closed']
  say(
    table(
      columns,
      runs.map(({ id, start_date, end_date, kind, state, people, seconds, gross_cents, adjustments, closed }) => [
        ...[id, start_date, end_date, kind, state, people, hoursText(seconds), money(gross_cents), adjustments],
        moment(closed),
      ]),
    ),
  )
}

async function show(world: World, run: number, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const found = await refusing(payRunOf(world.db, company.company_id, run))
  const lines = await linesOfRun(run, company.company_id, world.db.read)
  const files = await filesOf(run, company.company_id, world.db.read)
  if (given.json)
    return printJson({
      ...printed(found),
      lines: lines.map(({ pay_run_id: _, line, ...about }) => ({ ...about, ...line, rate: rateOf(line.rate) })),
      files: files.map(({ number, revision, name, size, hash, created }) => ({
        ...{ number, revision, name, bytes: size, hash, made: stamp(created) },
      })),
    })
  say(described(found))
  const names = await namesOf(world, company, lines)
  const rows = lines.map(({ user_id, start_date, end_date, cause, reason, line }) => [
    ...[names.get(user_id) ?? user_id, start_date, end_date, line.kind.replaceAll('_', ' '), line.multiplier],
    ...[line.rate === null ? '-' : String(rateOf(line.rate)), hoursText(line.seconds), money(line.amount_cents)],
    reason || cause.replaceAll('_', ' '),
  ])
  if (rows.length > 0)
    say(table(['user', 'from', 'to', 'kind', 'times', 'rate', 'hours', 'amount', 'adjusted because'], rows))
  for (const { name, hash, created, revision } of files)
    say(
      `${name}, made ${moment(created)}${revision < found.revision ? ' before it was reopened' : ''}, SHA-256 ${hash}`,
    )
}

async function close(world: World, run: number | undefined, given: NewRun): Promise<void> {
  const company = await companyNamed(world, given.company)
  const base = { companyId: company.company_id, author }
  const closed =
    run === undefined
      ? await refusing(
          world.db.write(openPayRun, { ...base, run: await newRun(world, company, given), close: true }, world.now()),
        )
      : await refusing(world.db.write(closePayRun, { ...base, id: run }, world.now()))
  if (given.json) return printJson(printed(closed))
  say(`Closed. ${described(closed)}`)
}

async function newRun(world: World, company: CompanySummary, { from, to, kind, user = [] }: NewRun) {
  if (kind !== 'correction' && (from === undefined || to === undefined))
    throw new Mistake('Name an open run, or the days with --from and --to', 2)
  const people: number[] = []
  for (const name of user) people.push((await personNamed(world, company, name)).id)
  const dates = { ...(from !== undefined && { start_date: from }), ...(to !== undefined && { end_date: to }) }
  return { kind, ...dates, user_ids: people, note: '', adjustments: [] }
}

async function reopen(world: World, run: number, given: Given & { confirm?: true }): Promise<void> {
  const { company_id: companyId } = await companyNamed(world, given.company)
  const input = { companyId, author, id: run, confirm: given.confirm ?? false }
  const opened = await world.db.write(reopenPayRun, input, world.now()).catch((error) => {
    if (error instanceof RequestError && error.reason.code === 'pay_run_reopening')
      throw new Mistake(error.message.replace('confirm: required', '--confirm is required'))
    throw error
  })
  if (given.json) return printJson(printed(opened))
  say(`Opened the pay run ${run} again.`)
}

async function exportRun(world: World, config: Config, run: number, given: File): Promise<void> {
  const { company_id: companyId } = await companyNamed(world, given.company)
  const { target, format, money = false, longNotes: long_notes, decimalMark: decimal_mark } = given
  const wanted = { id: run, target, format, money, long_notes, decimal_mark, language: '' }
  const make = async (question: Question) => {
    const snapshots = await openSnapshots(config)
    try {
      return await snapshots.take(async (handle) => {
        const pieces: Uint8Array[] = []
        await makeExport(
          question,
          handle,
          (bytes) => pieces.push(bytes),
          () => {},
        )
        return Buffer.concat(pieces)
      }, companyId)
    } finally {
      await snapshots.close()
    }
  }
  const file = await refusing(runFile(world, administrator(companyId, 'clockhouse'), wanted, make))
  const { bytes } = await fileBytes(run, file.number, companyId, world.db.read)
  const output = given.output ?? file.name
  writeFileSync(output, bytes)
  if (given.sent) await refusing(world.db.write(markPayRunSent, { companyId, author, id: run }, world.now()))
  const { number, name, size, hash } = file
  if (given.json) return printJson({ number, name, bytes: size, hash, output })
  note(`Wrote ${output}: ${counted(size, 'byte')}, SHA-256 ${hash}.${given.sent ? ' The run is marked as sent.' : ''}`)
}

function printed({ id, kind, state, start_date, end_date, user_ids, revision, people, ...run }: PayRun) {
  const { seconds, gross_cents, adjustments, rules, closed, sent } = run
  return {
    ...{ id, kind, state, start_date, end_date, user_ids, revision, people, seconds, gross_cents, adjustments, rules },
    ...{ closed: stamp(closed), sent: stamp(sent) },
  }
}

function described({
  id,
  kind,
  state,
  start_date,
  end_date,
  people,
  seconds,
  gross_cents,
  adjustments,
}: PayRun): string {
  const what = `Pay run ${id} (${kind.replaceAll('_', ' ')}) from ${start_date} to ${end_date}, ${state}`
  const sums = [
    counted(people, 'user'),
    `${hoursText(seconds)} hours`,
    money(gross_cents),
    counted(adjustments, 'adjustment'),
  ]
  return `${what}: ${sums.join(', ')}.`
}

function money(cents: number): string {
  return (cents / 100).toFixed(2)
}

function rateOf(rate: number | null): number | null {
  return rate === null ? null : rate / ratesPerUnit
}

async function namesOf(
  { db }: World,
  { company_id }: CompanySummary,
  lines: readonly { user_id: number }[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(lines.map(({ user_id }) => user_id))]
  const rows = await db.read.all<{ id: number; username: string }>(
    sql`select id, username from users where company_id = ${company_id} and ${inList(sql`id`, ids)}`,
  )
  return new Map(rows.map(({ id, username }) => [id, username]))
}
