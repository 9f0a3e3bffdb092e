import { type Command, InvalidArgumentError } from 'commander'
import { noteInAudit } from '../../audit/write.ts'
import { type Repaired, repairCompany, repairServer } from '../../jobs/clock_repair/repair.ts'
import { isDate, localDate, minute, printUtc } from '../../rules/time/calendar.ts'
import { confirmClock, judgeClock, lastBeat, newestStamp } from '../../sight/clock_watch.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { counted, moment, printJson, say, stamp } from '../output.ts'
import { companiesOf, companyNamed, withWorld } from './database.ts'

type Given = { json?: true }
type RepairGiven = Given & { company?: string; dryRun?: true; today?: string }

/** `clockhouse clock …`: what the server thinks of the machine's clock. */
export function clockCommand(program: Command): void {
  const clock = program
    .command('clock')
    .description('show whether the machine’s clock is trusted, confirm it, or take back what a wrong one has caused')
  clock
    .command('show', { isDefault: true })
    .description('show whether the clock is trusted')
    .addOption(options.json())
    .action((given: Given) => withWorld((world) => show(world, given)))
  clock
    .command('confirm')
    .description('say that the clock is right: what waits for that is done within a minute')
    .addOption(options.json())
    .action((given: Given) => withWorld((world) => confirm(world, given)))
  clock
    .command('repair')
    .description('take back what a clock ahead of the time has caused, once it is right again')
    .option('--dry-run', 'only show what would be taken back')
    .option('--today <YYYY-MM-DD>', 'the date of today, by another clock', date)
    .addOption(options.company())
    .addOption(options.json())
    .addHelpText(
      'after',
      `
Run it soon after the clock was set right: what is taken back is known by its times, which have not come yet. People who
were clocked out automatically are on the clock again; paid time off, holiday pay and messages are taken back; time
stamps are set to now, and programs that follow changes start over. Time that is approved, submitted or paid is left as
it is, and named. It can run alongside a server.

  clockhouse clock repair --dry-run
  clockhouse clock repair --today 2026-11-28`,
    )
    .action((given: RepairGiven) => withWorld((world) => repair(world, given)))
}

function date(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('must be a date such as 2026-11-28.')
  return text
}

async function show(world: World, { json }: Given): Promise<void> {
  await judgeClock(world)
  const now = world.now()
  const { doubt } = world.sight.clock
  const beat = (await lastBeat(world.db.read))?.beat ?? 0
  const newest = await newestStamp(world.db.read)
  if (json)
    return printJson({
      now: printUtc(now),
      trusted: doubt === undefined,
      ...(doubt && { [doubt.kind]: doubt.seconds }),
      last_trusted: stamp(beat),
      newest_change: stamp(newest),
    })
  const last = beat === 0 ? '' : `; a server last trusted it at ${moment(beat)}`
  say(`The machine’s clock says ${moment(now)}${last}.`)
  say(
    doubt
      ? `It may be wrong: it is ${hours(doubt.seconds)} ${doubt.kind}. Set it, or run clockhouse clock confirm.`
      : 'It is trusted.',
  )
  if (newest > now + minute)
    say(
      `The newest change is of ${moment(newest)}. If the clock is right, see clockhouse clock repair --dry-run; otherwise set it.`,
    )
}

async function confirm(world: World, { json }: Given): Promise<void> {
  await confirmClock(world)
  const entry = { kind: 'settings', event: 'clock confirmed' }
  for (const { company_id: companyId } of await companiesOf(world))
    await world.db.write(noteInAudit, { companyId, entry }, world.now())
  if (json) return printJson({ confirmed: stamp(world.now()) })
  say(`Confirmed: it is ${moment(world.now())}. A running server trusts its clock within half a minute.`)
}

async function repair(world: World, { company, dryRun, today, json }: RepairGiven): Promise<void> {
  const known = localDate(world.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (!dryRun && today !== known)
    throw new Mistake(
      today === undefined
        ? 'what is taken back depends on the machine’s clock, so say what day it is, by another clock: --today YYYY-MM-DD'
        : `--today: the machine’s clock says ${known}; set it first`,
      2,
    )
  const companies = company === undefined ? await companiesOf(world) : [await companyNamed(world, company)]
  const beat = (await lastBeat(world.db.read))?.beat ?? 0
  const all: (Repaired & { company: string })[] = []
  for (const { company_id: companyId, client_url } of companies)
    all.push({
      company: client_url,
      ...(await world.db.write(repairCompany, { companyId, dry: dryRun === true, beat }, world.now())),
    })
  // For one company alone, the others are still to be repaired, by how far the clock was ahead.
  if (!dryRun && company === undefined) {
    await world.db.write(repairServer, undefined, world.now())
    await confirmClock(world)
  }
  if (json) return printJson({ dry_run: dryRun === true, companies: all })
  for (const one of all) say(described(one))
  if (dryRun) say('\nNothing was changed. Run it again with --today and the date of today.')
}

function described({ company, parts, stamps }: Repaired & { company: string }): string {
  const lines = parts.flatMap(({ what, done, left }) => [
    ...(done.length > 0 ? [`  ${what}: ${done.length}`, ...done.map((one) => `    ${one}`)] : []),
    ...left.map((one) => `  ${what}, left as it is: ${one}`),
  ])
  if (lines.length + stamps === 0) return `${company}: nothing has a time that has not come.`
  return [`${company}:`, ...lines, `  ${counted(stamps, 'time stamp')} set to now`].join('\n')
}

function hours(seconds: number): string {
  return counted(Math.round(seconds / 3600), 'hour')
}
