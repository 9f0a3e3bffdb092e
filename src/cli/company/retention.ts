import type { Command } from 'commander'
import type { CompanySummary } from '../../company/companies.ts'
import { addHold, legalHolds, releaseHold } from '../../company/rights/legal_holds.ts'
import { retentionOf, setRetention } from '../../company/settings/retention.ts'
import { idIn } from '../../engine/table.ts'
import { wouldDelete } from '../../jobs/delete_old.ts'
import { textOf } from '../../rules/refusals/index.ts'
import {
  daysKept,
  isRetentionKind,
  leastDays,
  type RetentionKind,
  retentionKinds,
  retentionLaw,
  retentionProblem,
} from '../../rules/settings/retention.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { moment, printJson, say, stamp, table } from '../output.ts'
import { companyNamed, personNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; json?: true }

const kinds = Object.keys(retentionKinds).filter(isRetentionKind)
const author = { userId: 0, application: 'clockhouse' }

/** `clockhouse retention …`: how long records are kept. */
export function retentionCommand(program: Command): void {
  const retention = program.command('retention').description('how long a company keeps its records')
  const command = (name: string, about: string) =>
    retention.command(name).description(about).addOption(options.company()).addOption(options.json())
  const lengths = 'such as 90d or 4y; keep: forever; default: no choice'
  command('show', 'show how long records of each kind are kept, and what the law requires').action((given: Given) =>
    withWorld((world) => show(world, given)),
  )
  command('set', 'set it for a kind of records; older ones are deleted from the next day on')
    .argument('<kind>', kinds.join(', '))
    .argument('<time>', lengths)
    .action((kind: string, time: string, given: Given) => withWorld((world) => set(world, kind, time, given)))
  command('preview', 'count what would be deleted now')
    .argument('[kind]', 'a kind; all if omitted')
    .argument('[time]', `what would be chosen, ${lengths}`)
    .action((kind: string | undefined, time: string | undefined, given: Given) =>
      withWorld((world) => preview(world, kind, time, given)),
    )
}

type NewHold = Given & { user?: string; start?: string; end?: string; reason: string }

/** `clockhouse hold …`: legal holds, which keep records from being deleted. */
export function holdCommand(program: Command): void {
  const hold = program.command('hold').description('legal holds: records that must not be deleted for now')
  const command = (name: string, about: string) =>
    hold.command(name).description(about).addOption(options.company()).addOption(options.json())
  command('add', 'hold the records of a person or of the company')
    .requiredOption('--reason <text>', 'why, such as the name of a dispute')
    .option('--user <name>', 'username or id; the whole company if omitted')
    .option('--start <date>', 'the first date of the records')
    .option('--end <date>', 'the last one')
    .action((given: NewHold) => withWorld((world) => add(world, given)))
  command('list', 'list the holds').action((given: Given) => withWorld((world) => list(world, given)))
  command('release', 'release a hold')
    .argument('<id>', 'id of the hold')
    .action((id: string, given: Given) => withWorld((world) => release(world, id, given)))
}

function kindNamed(text: string): RetentionKind {
  if (!isRetentionKind(text)) throw new Mistake(`kind: must be one of ${kinds.join(', ')}`, 2)
  return text
}

/** The days in a text; null for the default. */
function daysOf(text: string): number | null {
  if (text === 'keep') return 0
  if (text === 'default') return null
  const [, count, unit] = /^(\d{1,5})([dy])$/.exec(text) ?? []
  if (!count || Number(count) === 0) throw new Mistake('time: must be such as 90d or 4y, keep or default', 2)
  return Number(count) * (unit === 'y' ? 366 : 1)
}

function written(days: number): string {
  if (days === 0) return 'for good'
  return days % 366 === 0 ? `${days / 366} years` : `${days} days`
}

async function show(world: World, given: Given): Promise<void> {
  const { company_id } = await companyNamed(world, given.company)
  const { chosen, country } = await retentionOf(world.db.read, company_id)
  const rows = kinds.map((kind) => ({
    kind,
    days: daysKept(kind, chosen.get(kind), country),
    chosen: chosen.has(kind),
    least_days: leastDays(kind, country),
    law: ('isTime' in retentionKinds[kind] && retentionLaw(country)?.law) || null,
  }))
  if (given.json) return printJson({ country, kinds: rows })
  if (country === '') say('The country of the company is not set (general.country), so the strictest law counts.')
  const lines = rows.map(({ kind, days, chosen, least_days, law }) => [
    kind,
    written(days) + (chosen ? '' : ' (default)'),
    written(least_days),
    law ?? '',
  ])
  say(table(['kind', 'kept', 'at least', 'law'], lines))
}

async function set(world: World, wanted: string, time: string, given: Given): Promise<void> {
  const kind = kindNamed(wanted)
  const days = daysOf(time)
  const { company_id: companyId } = await companyNamed(world, given.company)
  await world.db.write(setRetention, { companyId, author, kind, days }, world.now())
  if (given.json) return printJson({ kind, days })
  const found = await countOf(world, companyId, kind)
  if (found) say(`From tomorrow on ${found.count} ${kind} from before ${found.before} are deleted.`)
  else say(`No ${kind} are deleted.`)
}

/** The records of a kind that would be deleted, with the chosen days or these. */
async function countOf({ db, now }: World, companyId: number, kind: RetentionKind, days?: number) {
  const { chosen, country } = await retentionOf(db.read, companyId)
  const problem = days === undefined ? undefined : retentionProblem(kind, days, country)
  if (problem) throw new Mistake(textOf(problem))
  const wanted = days ?? daysKept(kind, chosen.get(kind), country)
  return wouldDelete(db.read, { companyId, kind, days: wanted, now: now() })
}

async function preview(world: World, wanted: string | undefined, time: string | undefined, given: Given) {
  const some = wanted === undefined ? kinds : [kindNamed(wanted)]
  const days = time === undefined ? undefined : (daysOf(time) ?? undefined)
  const { company_id } = await companyNamed(world, given.company)
  const found = []
  for (const kind of some) {
    const { before = null, count = 0 } = (await countOf(world, company_id, kind, days)) ?? {}
    found.push({ kind, before, count })
  }
  if (given.json) return printJson(found)
  for (const { kind, before, count } of found)
    say(before === null ? `${kind}: kept for good` : `${kind}: would delete ${count} from before ${before}`)
}

async function personOf(world: World, company: CompanySummary, user: string | undefined): Promise<number> {
  return user === undefined ? 0 : (await personNamed(world, company, user)).id
}

async function add(world: World, given: NewHold): Promise<void> {
  const company = await companyNamed(world, given.company)
  const user_id = await personOf(world, company, given.user)
  const hold = { user_id, start_date: given.start ?? '', end_date: given.end ?? '', reason: given.reason }
  const id = await world.db.write(addHold, { companyId: company.company_id, author, hold }, world.now())
  if (given.json) return printJson({ id })
  say(`Added hold ${id}.`)
}

async function list(world: World, given: Given): Promise<void> {
  const { company_id } = await companyNamed(world, given.company)
  const holds = await legalHolds(world.db.read, company_id)
  if (given.json)
    return printJson(
      holds.map(({ id, user_id, start_date, end_date, reason, created, released }) => ({
        ...{ id, user_id, start_date, end_date, reason },
        ...{ created: stamp(Number(created)), released: stamp(Number(released)) },
      })),
    )
  if (holds.length === 0) return say('There are no legal holds.')
  const rows = holds.map(({ id, user_id, start_date, end_date, reason, created, released }) => [
    ...[id, user_id || 'company', start_date, end_date, moment(Number(created))],
    ...[Number(released) > 0 ? moment(Number(released)) : 'holds', reason],
  ])
  say(table(['id', 'user', 'start', 'end', 'added', 'released', 'reason'], rows))
}

async function release(world: World, wanted: string, given: Given): Promise<void> {
  const { company_id: companyId } = await companyNamed(world, given.company)
  const id = idIn(wanted)
  await world.db.write(releaseHold, { companyId, author, id }, world.now())
  if (given.json) return printJson({ released: id })
  say(`Released hold ${id}.`)
}
