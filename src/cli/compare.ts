import { setTimeout as after } from 'node:timers/promises'
import type { Command } from 'commander'
import { AnswerError, knownFrom } from '../import/account.ts'
import { type Compared, compareList, type Difference } from '../import/compare.ts'
import { type List, lists } from '../import/lists.ts'
import { type Pace, Source, vendorPace } from '../import/source.ts'
import { isDate } from '../rules/time/calendar.ts'
import { machineClock } from '../world.ts'
import { Mistake } from './mistakes.ts'
import * as options from './options.ts'
import { counted, note, printJson, say, table } from './output.ts'
import { givenToken } from './prompt.ts'
import { terminal } from './terminal.ts'

type Given = {
  a: string
  b: string
  tokenA?: string
  tokenB?: string
  tokenFileA?: string
  tokenFileB?: string
  lists?: string
  since?: string
  shared?: true
  calls: number
  json?: true
}

const shownMax = 1000

/** `clockhouse compare`: sends the same reads to two servers and reports the differences. */
export function compareCommand(program: Command): void {
  program
    .command('compare')
    .description('send the same requests to two servers and report differences by field')
    .requiredOption('--a <url>', 'address of one server')
    .requiredOption('--b <url>', 'address of the other')
    .option('--token-file-a <file>', 'file with an access token for the first server')
    .option('--token-file-b <file>', 'file with an access token for the second')
    .option('--token-a <token>', 'the token itself, which others on this machine can then read')
    .option('--token-b <token>', 'the same for the second server')
    .option('--lists <names>', 'compare only these lists, separated by commas')
    .option('--since <date>', 'leave out time, shifts and positions before this date')
    .option('--shared', 'ignore properties that only one of them has')
    .option(
      '--calls <n>',
      'calls per 5 minutes to each server, 0 for no limit',
      options.whole(0, 1_000_000),
      vendorPace.calls,
    )
    .addOption(options.json())
    .addHelpText(
      'after',
      `
The tokens are read from CLOCKHOUSE_TOKEN_A and CLOCKHOUSE_TOKEN_B, files or prompts. Use those of the same administrator on
both sides. Nothing is changed on either side.

Exit code: 0 if everything is equal, 1 if something differs.`,
    )
    .action((given: Given) =>
      run(given).catch((error: unknown) => {
        throw error instanceof AnswerError ? new Mistake(`a server cannot be read: ${error.message}`) : error
      }),
    )
}

async function run(given: Given): Promise<void> {
  if (given.since !== undefined && !isDate(given.since))
    throw new Mistake('--since must be a date such as 2024-01-01', 2)
  const wanted = listsNamed(given.lists)
  const tokenFor = (side: 'A' | 'B') =>
    givenToken({
      file: given[`tokenFile${side}`],
      text: given[`token${side}`],
      variable: `CLOCKHOUSE_TOKEN_${side}`,
      options: `--token-${side.toLowerCase()}`,
    })
  const pace = { ...vendorPace, calls: given.calls }
  const a = sourceAt(given.a, await tokenFor('A'), pace)
  const b = sourceAt(given.b, await tokenFor('B'), pace)
  const known = knownFrom(a)
  const compared: Compared[] = []
  const differences: Difference[] = []
  for (const list of wanted) {
    note(`comparing ${list.name}`)
    const range = { since: '', from: given.since ?? '' }
    const strictness = { equal: 'exact', shared: given.shared === true } as const
    compared.push(
      await compareList({ a, b, known }, list, range, strictness, (difference) => {
        if (differences.length < shownMax) differences.push(difference)
      }),
    )
  }
  if (compared.some((one) => one.onlyA + one.onlyB + one.different > 0 || one.failed)) terminal().exitCode = 1
  if (given.json)
    return printJson({
      lists: compared.map(comparedJson),
      differences: differences.map(({ part: _, ...rest }) => rest),
    })
  say(differencesText(compared, differences, ['a', 'b']))
}

/** A server to read from. Long waits are reported on standard error. */
export function sourceAt(address: string, token: string, pace: Pace): Source {
  const source = new Source(address, token, pace, { now: machineClock, wait: after, fetch })
  source.onWait = (seconds, why) => note(`waiting ${lasting(seconds)}: ${why}`)
  return source
}

function listsNamed(names: string | undefined): readonly List[] {
  if (names === undefined) return lists
  const wanted = names.split(',').map((name) => name.trim())
  const unknown = wanted.find((name) => !lists.some(({ resource }) => resource === name))
  if (unknown !== undefined)
    throw new Mistake(
      `--lists: there is no list ${unknown}, only ${[...new Set(lists.map(({ resource }) => resource))].join(', ')}`,
      2,
    )
  return lists.filter(({ resource }) => wanted.includes(resource))
}

/** The result for a list as JSON has it. */
export function comparedJson({ onlyA, onlyB, ...rest }: Compared) {
  return { ...rest, only_a: onlyA, only_b: onlyB }
}

const examplesMax = 20

/** The result of the comparison and the first differences, for people. */
export function differencesText(
  compared: readonly Compared[],
  differences: readonly Difference[],
  [a, b]: readonly [string, string],
): string {
  const rows = compared.map((one) => [one.list, one.a, one.b, one.onlyA, one.onlyB, one.different])
  const counts = table(['list', a, b, `only ${a}`, `only ${b}`, 'different'], rows)
  const failed = compared.flatMap(({ list, failed }) => (failed ? [`${list} could not be compared: ${failed}`] : []))
  const fields = compared.flatMap(({ list, fields }) =>
    Object.entries(fields).map(([name, count]) => `${list}.${name} differs in ${counted(count, 'record')}`),
  )
  const examples = differences.slice(0, examplesMax).flatMap(({ list, id, missing, fields }) => {
    if (missing) return [`  ${list} ${id} is missing ${missing === 'a' ? a : b}`]
    return fields.map(
      ({ name, a: one, b: other }) => `  ${list} ${id} ${name}: ${short(one)} ${a}, ${short(other)} ${b}`,
    )
  })
  const sum = compared.reduce((sum, one) => sum + one.onlyA + one.onlyB + one.different, 0)
  if (sum + failed.length === 0) return `${counts}\n\nEverything is equal.`
  const first = differences.length > examplesMax ? [`The first ${examplesMax} differences:`] : ['The differences:']
  return [counts, '', ...failed, ...fields, ...(differences.length > 0 ? [...first, ...examples] : [])].join('\n')
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** A time span for people. */
export function lasting(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
