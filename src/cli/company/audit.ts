import type { Command } from 'commander'
import { checkAudit, type KnownHead } from '../../audit/check.ts'
import { differences, toldDifference } from '../../audit/copies.ts'
import { auditFile, auditFormats, toldLine } from '../../audit/file.ts'
import { type AuditQuery, auditKinds, auditLines, namesIn } from '../../audit/lines.ts'
import { noteInAudit } from '../../audit/write.ts'
import { elementAt, hasKey } from '../../rules/elements.ts'
import { english } from '../../rules/language/messages.ts'
import { parseInstant } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { moment, printJson, say } from '../output.ts'
import { companiesOf, companyNamed, personNamed, withWorld } from '../server/database.ts'
import { terminal } from '../terminal.ts'

type Given = { company?: string; json?: true }
type Wanted = Given & { user?: string; kind?: string; since?: string; until?: string }

/** `clockhouse audit …`: who changed what. */
export function auditCommand(program: Command): void {
  const audit = program.command('audit').description('list, export and verify the audit: who changed what in a company')
  const command = (name: string, about: string) => audit.command(name).description(about).addOption(options.company())
  const filtered = (name: string, about: string) =>
    command(name, about)
      .option('--user <name>', 'username or id: what they did, and what was done to their record')
      .option('--kind <kind>', `one of ${auditKinds.join(', ')}`)
      .option('--since <time>', 'an instant such as 2026-03-01T00:00:00Z')
      .option('--until <time>', 'an instant; lines before it')
  filtered('list', 'list the newest lines')
    .option('--limit <number>', 'how many', options.whole(1, 10_000), 50)
    .addOption(options.json())
    .action((given: Wanted & { limit: number }) => withWorld((world) => list(world, given)))
  filtered('export', 'write all lines to standard output, oldest first')
    .option('--format <format>', 'csv or jsonl', 'csv')
    .action((given: Wanted & { format: string }) => withWorld((world) => write(world, given)))
  audit
    .command('verify')
    .description('check that no line was changed, removed or cut off')
    .option('--company <client_url>', 'client URL of the company; all companies if omitted')
    .option('--head <sequence:hash>', 'a head from the log of a server, which the chain must contain')
    .addOption(options.json())
    .action((given: Given & { head?: string }) => withWorld((world) => verify(world, given)))
}

async function queryOf(world: World, company: { company_id: number }, given: Wanted): Promise<AuditQuery> {
  const { user, kind, since, until } = given
  if (kind !== undefined && !auditKinds.some((known) => known === kind))
    throw new Mistake(`--kind must be one of ${auditKinds.join(', ')}`, 2)
  const named = await companyNamed(world, given.company)
  return {
    kind,
    user_id: user === undefined ? undefined : (await personNamed(world, { ...named, ...company }, user)).id,
    from: instantOf('--since', since),
    to: instantOf('--until', until),
  }
}

function instantOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (!instant) throw new Mistake(`${option} must be an instant such as 2026-03-01T00:00:00Z`, 2)
  return instant.instant
}

async function list(world: World, given: Wanted & { limit: number }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const { company_id: companyId } = company
  const query = await queryOf(world, company, given)
  const lines = await auditLines(world.db.read, companyId, { ...query, limit: given.limit })
  const names = await namesIn(world.db.read, companyId, lines)
  const rows = lines.map((line) => toldLine(line, { companyId, names, t: english }))
  if (given.json) return printJson(rows)
  if (rows.length === 0) return say('There are no such lines.')
  for (const [index, { sequence, sentence }] of rows.entries())
    say(`${String(sequence).padStart(6)}  ${moment(elementAt(lines, index).made)}  ${sentence}`)
}

async function write(world: World, given: Wanted & { format: string }): Promise<void> {
  const { format } = given
  if (!hasKey(auditFormats, format)) throw new Mistake('--format must be csv or jsonl', 2)
  const company = await companyNamed(world, given.company)
  const { company_id: companyId } = company
  const query = await queryOf(world, company, given)
  const entry = { kind: 'exports', event: 'audit exported', details: { format } }
  await world.db.write(noteInAudit, { companyId, entry }, world.now())
  for await (const text of auditFile(world.db.read, companyId, query, { format, t: english })) terminal().write(text)
}

async function verify(world: World, given: Given & { head?: string }): Promise<void> {
  const known = given.head === undefined ? undefined : headOf(given.head)
  const isOne = given.company !== undefined || known !== undefined
  const companies = isOne ? [await companyNamed(world, given.company)] : await companiesOf(world)
  const results = []
  for (const { company_id, client_url } of companies) {
    const differing: string[] = []
    for await (const one of differences(world.db.read, company_id)) differing.push(toldDifference(one))
    results.push({ company: client_url, ...(await checkAudit(world.db.read, company_id, known)), differing })
  }
  if (results.some(({ problem, differing }) => problem || differing.length > 0)) terminal().exitCode = 1
  if (given.json) return printJson(results.map((result) => ({ ...result, problem: result.problem ?? null })))
  for (const { company, lines, emptied, head, problem, differing } of results) {
    for (const sentence of differing) say(`${company}: ${sentence}`)
    if (problem) say(`${company}: broken at line ${problem.sequence}: ${problem.what}`)
    else {
      const without = emptied > 0 ? `, ${emptied} without what named an anonymized person` : ''
      say(`${company}: ${lines} lines, unbroken${without}. Head ${head.sequence}:${head.hash}`)
    }
  }
}

function headOf(text: string): KnownHead {
  const parts = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text)
  if (!parts) throw new Mistake('--head must be a number and a hash, such as 12:5feceb66…', 2)
  return { sequence: Number(parts[1]), hash: parts[2]! }
}
