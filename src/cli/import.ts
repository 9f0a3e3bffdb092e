import type { Command } from 'commander'
import { sql } from '../engine/sql.ts'
import { AnswerError, knownFrom } from '../import/account.ts'
import { type Counted, countList } from '../import/count.ts'
import { lists } from '../import/lists.ts'
import { type Doing, Import, type Report } from '../import/run.ts'
import { type Source, vendorPace } from '../import/source.ts'
import { ownerOf, targetOf } from '../import/target.ts'
import { isDate, second } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'
import { comparedJson, differencesText, lasting, sourceAt } from './compare.ts'
import { Mistake } from './mistakes.ts'
import * as options from './options.ts'
import { note, printJson, say, table } from './output.ts'
import { givenToken } from './prompt.ts'
import { withWorld } from './server/database.ts'
import { terminal } from './terminal.ts'

type Given = {
  from: string
  token?: string
  tokenFile?: string
  company?: string
  dryRun?: true
  since?: string
  all?: true
  check?: boolean
  calls: number
  json?: true
}

/** `clockhouse import`: copies a live account over its API into a company. */
export function importCommand(program: Command): void {
  program
    .command('import')
    .description('import a company from QuickBooks Time, or another server with its API, and keep it up to date')
    .option('--from <url>', 'address of the API', 'https://rest.tsheets.com')
    .option('--token-file <file>', 'file with an administrator’s access token there, - for standard input')
    .option('--token <token>', 'the token itself, which others on this machine can then read')
    .option('--company <client_url>', 'the company to import into; a new name creates a new one')
    .option('--dry-run', 'only count the records and estimate the time')
    .option('--since <date>', 'leave out time, shifts and positions before this date, such as 2024-01-01')
    .option('--all', 'read everything again, not only what has changed since the last run')
    .option('--check', 'compare every record at the end (default: only after the first run)')
    .option('--no-check', 'never compare the records')
    .option('--calls <n>', 'calls per 5 minutes, 0 for no limit', options.whole(0, 1_000_000), vendorPace.calls)
    .addOption(options.json())
    .addHelpText(
      'after',
      `
The token is read from CLOCKHOUSE_TOKEN, --token-file or a prompt. It is never stored.

Records keep their ids, their creation and their last change. Progress is stored with every page: after an interruption,
run the same command again. Later runs read only what has changed. docs/moving-from-quickbooks-time.md says what comes
along and how to switch.

Exit code: 1 if a record was left out or differs.`,
    )
    .action((given: Given) => run(given))
}

async function run(given: Given): Promise<void> {
  if (given.since !== undefined && !isDate(given.since))
    throw new Mistake('--since must be a date such as 2024-01-01', 2)
  const { token: text, tokenFile: file } = given
  const token = await givenToken({ file, text, variable: 'CLOCKHOUSE_TOKEN', options: '--token' })
  const source = sourceAt(given.from, token, { ...vendorPace, calls: given.calls })
  try {
    if (given.dryRun) await count(source, given)
    else await withWorld((world) => importInto(world, source, given), { create: true })
  } catch (error) {
    if (error instanceof AnswerError) throw new Mistake(stopped(error, source.base, given))
    throw error
  }
}

function stopped({ status, message }: AnswerError, base: string, { dryRun }: Given): string {
  const what = status === 0 ? `${base} cannot be reached: ${message}` : `${base} refused: ${message}`
  if (status === 401) return `${what}\nThe token is not valid there, or has expired.`
  return dryRun ? what : `${what}\nWhat was read is stored. Run the same command again to go on.`
}

async function count(source: Source, given: Given): Promise<void> {
  const owner = await ownerOf(source)
  const known = knownFrom(source)
  const counted: Counted[] = []
  for (const list of lists) counted.push(await countList(source, list, { since: '', from: given.since ?? '' }, known))
  const files = counted.find(({ list }) => list === 'files')?.records ?? 0
  const calls = counted.reduce((sum, { pages }) => sum + pages, 0) + files
  const seconds = secondsFor(2 * calls - files, given.calls)
  const records = counted.reduce((sum, one) => sum + one.records, 0)
  if (given.json)
    return printJson({ from: source.base, company: owner.companyName, records, calls, seconds, lists: counted })
  say(`${owner.companyName} at ${source.base}\n`)
  say(
    table(
      ['list', 'records', 'calls'],
      counted.map((one) => [one.list, one.refused ? `cannot be read: ${one.refused}` : one.records, one.pages]),
    ),
  )
  say(`\n${records} records. The import takes about ${calls} calls, and as many again to compare them without the files:
about ${lasting(seconds)} at ${given.calls || 'unlimited'} calls in 5 minutes.`)
}

/** The first burst of calls needs no wait; each further one has to wait for another window. */
function secondsFor(calls: number, perWindow: number): number {
  const working = calls * 0.25
  return Math.round(perWindow === 0 ? working : Math.max(working, (calls / perWindow - 1) * vendorPace.windowSeconds))
}

async function importInto(world: World, source: Source, given: Given): Promise<void> {
  const owner = await ownerOf(source)
  const target = await targetOf(world.db, given.company, source.base)
  if (target.clientUrl !== '' && !/^[a-z0-9]{1,40}$/.test(target.clientUrl))
    throw new Mistake('--company must be 1 to 40 lowercase letters and digits', 2)
  const wanted = { target, owner, from: given.since ?? '', all: given.all === true, check: given.check }
  const report = await new Import(world, source, wanted, showing(world.now)).run()
  const differs = report.check?.lists.some((one) => one.onlyA + one.onlyB + one.different > 0 || one.failed)
  if (report.left.count > 0 || report.state.gaps || differs) terminal().exitCode = 1
  if (given.json) return printJson(asJson(report))
  say(reportText(report))
  if (report.state.since === '') await printNextStep(world, report.companyId, owner.userId)
}

/** What to do after the first run. */
async function printNextStep(world: World, companyId: number, userId: number): Promise<void> {
  const found = await world.db.read.get<{ username: string; client_url: string }>(
    sql`select u.username, c.client_url from users u join companies c on c.company_id = u.company_id
      where u.company_id = ${companyId} and u.id = ${userId} and u.password = ''`,
  )
  if (!found) return
  say(`\nNo password comes along. So that ${found.username} can sign in:
  clockhouse user password --user ${found.username} --company ${found.client_url}
Run the same import again at any time: it reads only what has changed.`)
}

/** Shows the progress, at most once in two seconds for the same list. */
function showing(now: () => number): (doing: Doing) => void {
  let last = { doing: '', at: 0 }
  return ({ doing, records, left }) => {
    if (doing === last.doing && now() < last.at + 2 * second) return
    last = { doing, at: now() }
    note(
      `${doing}${records > 0 ? `: ${records} records` : ''}${left === undefined ? '' : `, about ${lasting(left)} left`}`,
    )
  }
}

function asJson({ companyId, state, left, check }: Report) {
  const { from, counts, calls, took, gaps } = state
  return {
    company_id: companyId,
    from,
    calls,
    seconds: Math.round(took / second),
    complete: !gaps,
    lists: counts,
    left_out: left,
    ...(check && { compared: check.lists.map(comparedJson), differences: check.differences }),
  }
}

function reportText({ state, left, check }: Report): string {
  const { counts, calls, took, gaps } = state
  const rows = Object.entries(counts).filter(([, { read }]) => read > 0)
  const total = rows.reduce((sum, [, { read }]) => sum + read, 0)
  const parts = [
    table(
      ['list', 'read', 'new or changed'],
      rows.map(([name, { read, written }]) => [name, read, written]),
    ),
    `\nRead ${total} records with ${calls} calls in ${lasting(took / second)}.`,
  ]
  if (left.count > 0) parts.push(`\nLeft out or changed: ${left.count}`, ...left.list.map(problemText))
  if (left.count > left.list.length) parts.push(`  and ${left.count - left.list.length} more`)
  if (gaps) parts.push('\nSome pages could not be read, so the next run reads everything again.')
  if (check) parts.push(`\n${differencesText(check.lists, check.differences, ['there', 'here'])}`)
  return parts.join('\n')
}

function problemText({ list, id, message }: Report['left']['list'][number]): string {
  return `  ${list}${id > 0 ? ` ${id}` : ''}: ${message}`
}
