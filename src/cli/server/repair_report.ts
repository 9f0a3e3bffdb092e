import type { Dispute } from '../../db/repair/disputes.ts'
import type { TableResult } from '../../db/repair/rebuild.ts'
import { isIntact, type Repaired } from '../../db/repair/repair.ts'
import { isRevocable, type Source, sources } from '../../db/repair/sources.ts'
import type { Row, SqlValue } from '../../engine/sql.ts'
import { commandName } from '../../sight/command_name.ts'
import { counted, say, table } from '../output.ts'

/** Whether a repair has everything that there was. */
export function isLossless({ tables, disputes, contradictions, audits }: Repaired): boolean {
  const isWhole = tables.every(({ lost, outdated, withheld, unnamed }) =>
    [lost, outdated, withheld, unnamed].every((some) => some.length === 0),
  )
  const isDecided = disputes.every(({ taken }) => taken !== undefined) && contradictions.length === 0
  return isWhole && isDecided && audits.every(({ problem }) => !problem)
}

/** Says what was damaged, where its rows were taken from, and what is lost. */
export function sayRepaired(done: Repaired, file: string): void {
  if (isIntact(done)) say(`${file} is intact: there is nothing to repair.`)
  else sayDamaged(done, file)
}

function sayDamaged(done: Repaired, file: string): void {
  say(`${file} is damaged.`)
  for (const line of damageOf(done)) say(`  ${line}`)
  const touched = done.tables.filter(isTouched)
  if (touched.length > 0) say(`\n${table(headings, touched.map(rowOf))}`)
  const read = done.tables.reduce((sum, one) => sum + one.read, 0)
  say(`\n${counted(read, 'row')} of ${counted(done.tables.length, 'table')} could be read.`)
  for (const line of [...lostIn(done), ...done.disputes.map(toldDispute), ...done.contradictions]) say(line)
  for (const { company, lines, problem } of done.audits)
    say(
      problem
        ? `The audit of ${company} is broken at line ${problem.sequence}: ${problem.what}.`
        : `The audit of ${company}: ${counted(lines, 'line')}, unbroken.`,
    )
  if (done.auditLinesMended > 0) say(`${counted(done.auditLinesMended, 'line')} of the audit came from the backup.`)
  say(endOf(done))
}

/** The places from which rows are restored, as people call them. */
const placeNames: Readonly<Record<Source, string>> = {
  index: 'from index',
  timesheet_history: 'from history',
  changes: 'from changes',
  backup: 'from backup',
  audit_lines: 'from audit',
}

const headings = ['table', 'read', ...sources.map((source) => placeNames[source]), 'lost']

function isTouched({ restored, lost, refused, withheld, unnamed }: TableResult): boolean {
  return Object.keys(restored).length > 0 || [lost, refused, withheld, unnamed].some((some) => some.length > 0)
}

function rowOf({ table, read, restored, lost, unnamed }: TableResult): (string | number)[] {
  const gone = unnamed.length > 0 ? `${lost.length} or more` : lost.length
  return [table, read, ...sources.map((source) => restored[source] ?? 0), gone]
}

/** The most lines of SQLite that are shown; --json has more. */
const mostLines = 6

function damageOf({ problems, cutOff, unreadable }: Repaired): string[] {
  const lines = problems.flatMap((problem) => problem.split('\n')).filter((line) => !line.startsWith('***'))
  return [
    ...lines.slice(0, mostLines).map((line) => `SQLite: ${line}`),
    ...(lines.length > mostLines ? [`SQLite: ${counted(lines.length - mostLines, 'more line')}`] : []),
    ...(cutOff > 0 ? [`the file is cut off: it lacks ${counted(cutOff, 'page')}`] : []),
    ...unreadable.map(({ name, pages, entries }) => {
      const parts = [pages > 0 && counted(pages, 'page'), entries > 0 && counted(entries, 'entry', 'entries')]
      return `cannot be read: ${parts.filter((part) => part !== false).join(' and ')} of ${name}`
    }),
  ]
}

/** The most keys of a table that are listed; --json has all. */
const mostKeys = 50

function lostIn({ tables, orphaned }: Repaired): string[] {
  return [
    ...tables.flatMap(({ table, lost, outdated, withheld, unnamed }) => [
      ...(outdated.length > 0
        ? [`Older than what was lost, from the backup: ${table} ${listed(outdated.map(toldKey))}.`]
        : []),
      ...(withheld.length > 0 ? [toldWithheld(table, listed(withheld.map(toldKey)))] : []),
      ...(lost.length > 0 ? [`Lost: ${table} ${listed(lost.map(toldKey))}.`] : []),
      ...unnamed.map(({ after, before }) => `Lost: what ${table} had ${between(after, before)}, if anything.`),
    ]),
    ...orphaned.map(
      ({ table, column, of, rows }) => `${counted(rows, 'row')} of ${table} belong to lost ${of} (${column}).`,
    ),
  ]
}

/** A row that the backup has may have been revoked since. Of one that is there, only the secrets are left out. */
function toldWithheld(table: string, keys: string): string {
  const what = isRevocable(table) ? table : `the secrets, such as passwords, of ${table}`
  return `Not taken from the backup, because they may have been used, changed or revoked since: ${what} ${keys}.`
}

function listed(keys: readonly string[]): string {
  const shown = keys.slice(0, mostKeys).join(', ')
  return keys.length > mostKeys ? `${shown} and ${keys.length - mostKeys} more` : shown
}

function toldKey(key: Row): string {
  const { company_id, ...rest } = key
  const own = Object.values(rest).join('/')
  return company_id === undefined || own === '' ? Object.values(key).join('/') : `${own} (company ${company_id})`
}

function between(after: SqlValue[] | undefined, before: SqlValue[] | undefined): string {
  const from = after ? `after ${after.join('/')}` : 'from the beginning'
  return `${from} ${before ? `and before ${before.join('/')}` : 'to the end'}`
}

function toldDispute({ table, key, column, row, others, taken }: Dispute): string {
  const said = others.map(({ value, from }) => `${JSON.stringify(value)} (${from})`).join(', ')
  const how = taken === undefined ? 'Undecided' : taken === row ? 'Kept' : 'Mended'
  const end = taken === undefined ? '; it stays as it is' : ''
  return `${how}: ${table} ${toldKey(key)}, ${column}: ${JSON.stringify(row)} in the row, elsewhere ${said}${end}.`
}

function endOf({ file, aside }: Repaired): string {
  if (aside)
    return `\nThe repaired database is in place. The damaged one is kept in ${aside}; delete it when you no longer need it.`
  return `\nThe repaired database is ${file}. Nothing has been replaced.
To put one in the place of the damaged database: ${commandName} repair --replace`
}
