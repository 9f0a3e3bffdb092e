import type { Command } from 'commander'
import { clocksFor } from '../../company/company_clocks.ts'
import {
  companyRounding,
  entriesByPerson,
  loadRules,
  policyOf,
  typesOfJobcodes,
} from '../../company/pay/worked_time.ts'
import { zoneFor, zoneOn } from '../../company/settings/settings.ts'
import { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { sql } from '../../engine/sql.ts'
import { valueAt } from '../../rules/elements.ts'
import { datesNeeded } from '../../rules/overtime/needed.ts'
import { type Entry, overtime, type Policy, type Rule, type Stretch } from '../../rules/overtime/overtime.ts'
import { byWorkday } from '../../rules/overtime/parts.ts'
import { reasonOf } from '../../rules/overtime/words.ts'
import { weekOfDay } from '../../rules/overtime/workdays.ts'
import { addDays, isDate, localDate, printLocal, second, weekday, weekdayNames } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say, table } from '../output.ts'
import { companyNamed, personNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; user: string; week?: string; json?: true }

/** A range of time with the same pay: local times in the zone of the working pattern, '' for manual time. */
type Line = { day: string; from: string; to: string; seconds: number; multiplier: number; rule: string }

/** `clockhouse overtime explain`: a user's week, range by range, with the rule that pays each. */
export function explainCommand(overtime: Command): void {
  overtime
    .command('explain')
    .description('show which rule pays each second of a user’s workweek')
    .requiredOption('--user <name>', 'whose week, by username or id')
    .option('--week <date>', 'a day of the workweek; by default the current one')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given) => withWorld((world) => explain(world, given)))
}

async function explain(world: World, given: Given): Promise<void> {
  if (given.week !== undefined && !isDate(given.week)) throw new Mistake('--week: must be a date such as 2026-03-14', 2)
  const row = await companyNamed(world, given.company)
  const company = await CompanySnapshot.of(row.company_id, world.db.read)
  const { id } = await personNamed(world, row, given.user)
  await loadRules(company)
  await company.look('users', [id])
  const user = company.existing('users', id)
  const policy = policyOf(user, company)
  const zone = zoneOn(company, user, given.week ?? localDate(world.now(), zoneFor(company, user)))
  const first = weekOfDay(given.week ?? localDate(world.now(), zone), policy)
  const last = addDays(first, 6)
  const needed = datesNeeded({ first, last }, [policy])
  const where = sql`company_id = ${row.company_id} and user_id = ${id} and "end" is not null
    and date between ${needed.since} and ${needed.last} and (date >= ${needed.first} or duration > 86400)`
  const types = await typesOfJobcodes(company)
  const rounding = companyRounding(company)
  const clocks = await clocksFor([policy], { start_date: first, end_date: last }, company, world.db.read)
  const found = await entriesByPerson(where, types, world.db.read, { offsets: rounding !== undefined, clocks })
  const entries = byWorkday(found.get(id) ?? [], policy, rounding)
  const lines = linesOf(entries, policy, zone).filter(({ day }) => day >= first && day <= last)
  if (given.json) return printJson(lines)
  if (lines.length === 0) return say(`No finished time from ${first} to ${last}.`)
  say(`The workweek from ${first} to ${last}, in ${zone}.`)
  say(
    table(
      ['workday', 'from', 'to', 'time', 'rate', 'rule'],
      lines.map((line) => cells(line, policy.rules)),
    ),
  )
  const total = lines.reduce((sum, { seconds }) => sum + seconds, 0)
  const paid = lines.filter(({ multiplier }) => multiplier > 1).reduce((sum, { seconds }) => sum + seconds, 0)
  say(`${clock(total)} in all, ${clock(paid)} above the regular rate.`)
}

function linesOf(entries: readonly Entry[], policy: Policy, zone: string): Line[] {
  const keyOf = (id: number, date: string) => `${id} ${date}`
  const parts = new Map(entries.map((entry) => [keyOf(entry.id, entry.date), entry]))
  const done = new Map<string, number>()
  const worked = overtime(entries, policy).map(({ entryId, date, seconds, multiplier, rule }: Stretch): Line => {
    const key = keyOf(entryId, date)
    const before = done.get(key) ?? 0
    done.set(key, before + seconds)
    const times = spanOf(valueAt(parts, key), before, seconds, zone)
    return { day: date, ...times, seconds, multiplier, rule: rule ?? 'regular' }
  })
  const off = entries
    .filter(({ kind, seconds }) => kind === 'pto' && seconds > 0)
    .map((entry): Line => {
      const { date, seconds } = entry
      return { day: date, ...spanOf(entry, 0, seconds, zone), seconds, multiplier: 1, rule: 'paid time off' }
    })
  return [...worked, ...off].sort((a, b) => a.day.localeCompare(b.day))
}

function spanOf({ start, manual }: Entry, before: number, seconds: number, zone: string) {
  if (manual) return { from: '', to: '' }
  const at = (offset: number) =>
    printLocal(start + offset * second, zone)
      .slice(0, 19)
      .replace('T', ' ')
  return { from: at(before), to: at(before + seconds) }
}

function cells({ day, from, to, seconds, multiplier, rule }: Line, rules: readonly Rule[]): string[] {
  const held = rules.filter(({ from, until }) => (from ?? '') <= day && (until === undefined || day < until))
  const reasons = rule
    .split('+')
    .flatMap((name) => held.filter((each) => each.name === name).map((each) => `${name}: ${reasonOf(each)}`))
  return [
    `${weekdayNames[weekday(day)]} ${day}`,
    from || 'manual',
    to,
    clock(seconds),
    `× ${multiplier}`,
    [...new Set(reasons)].join(', ') || rule,
  ]
}

/** `8:00:00`. */
function clock(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
}
