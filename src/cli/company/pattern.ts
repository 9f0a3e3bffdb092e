import type { Command } from 'commander'
import { patternSection, type SettingChange } from '../../company/settings/settings.ts'
import { daysChoice, shareChoice, zoneChoice } from '../../company/settings/working_pattern.ts'
import { elementAt } from '../../rules/elements.ts'
import { messageOf } from '../../rules/thrown.ts'
import { patternDayNames, type WrittenDay } from '../../rules/time/working_pattern.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { withWorld } from '../server/database.ts'
import { changeChoice, type Given, showChoices } from './dated_choices.ts'
import { previewAbout } from './settings_preview.ts'

type Chosen = Given & { zone?: string; share?: string; break?: string }

/** `clockhouse pattern …`: the days and hours that the people of a company, a group or one person work. */
export function patternCommand(program: Command): void {
  const command = program.command('pattern').description('choose on which days and for how long people work')
  const scoped = (name: string, about: string) =>
    command
      .command(name)
      .description(about)
      .option('--group <name>', 'for the members of this group')
      .option('--user <name>', 'for this user, by username or id')
      .option('--from <date>', 'the first day; by default, the start of the workweek after the last approved day')
      .option('--preview', previewAbout)
      .option('--alters-approved', 'accept a pattern that changes approved time')
      .addOption(options.company())
  scoped('set', 'choose a pattern; a user’s takes precedence over the group’s, and that over the company’s')
    .argument('[days]', 'days and paid hours, such as mon-thu=8,fri=6')
    .option('--break <minutes>', 'the unpaid break of each day')
    .option('--zone <zone>', 'the time zone of everyone’s days, or own: each person’s')
    .option('--share <percent>', 'the full-time share')
    .addHelpText(
      'after',
      `
Examples:
  clockhouse pattern set mon-thu=9,fri=4 --break 30
  clockhouse pattern set tue,thu=4 --user wanda --share 20
  clockhouse pattern set --zone America/New_York`,
    )
    .action((days: string | undefined, given: Chosen) =>
      withWorld((world) => change(world, given, changesIn(days, given))),
    )
  scoped('clear', 'remove the choice').action((given: Given) =>
    withWorld((world) => change(world, given, [daysChoice(null), zoneChoice(null), shareChoice(null)])),
  )
  command
    .command('show')
    .description('show the chosen patterns')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given & { json?: true }) => withWorld((world) => show(world, given)))
}

function changesIn(days: string | undefined, { zone, share, break: minutes }: Chosen): SettingChange[] {
  if (days === undefined && minutes !== undefined) throw new Mistake('--break: only together with days', 2)
  try {
    const changes = [
      ...(days === undefined ? [] : [daysChoice(daysNamed(days, minutes))]),
      ...(zone === undefined ? [] : [zoneChoice(zone)]),
      ...(share === undefined ? [] : [shareChoice(Number(share))]),
    ]
    if (changes.length === 0) throw new Mistake('name days, --zone or --share; see --help', 2)
    return changes
  } catch (error) {
    if (error instanceof Mistake) throw error
    throw new Mistake(messageOf(error))
  }
}

/** The days of `mon-thu=8,fri=6`. A day that names no hours has those of the next one that does. */
function daysNamed(text: string, minutes: string | undefined): WrittenDay[] {
  const pause = minutes === undefined ? {} : { unpaid_break_minutes: Number(minutes) }
  const days: WrittenDay[] = []
  for (const part of text.split(',').toReversed()) {
    const [, names = '', hours] = /^\s*([a-z-]+)(?:=([\d.]+))?\s*$/i.exec(part) ?? []
    const [first = '', last = first] = names.toLowerCase().split('-')
    const [from, to] = [patternDayNames.indexOf(first), patternDayNames.indexOf(last)]
    const length = hours === undefined ? days[0]?.hours : Number(hours)
    if (from < 0 || to < 0 || length === undefined)
      throw new Mistake(`${part}: must be days and hours such as mon-thu=8`, 2)
    const count = ((to - from + 7) % 7) + 1
    const named = Array.from({ length: count }, (_, index) => elementAt(patternDayNames, (from + index) % 7))
    days.unshift(...named.map((day) => ({ day, hours: length, ...pause })))
  }
  return days
}

async function change(world: World, given: Given, changes: readonly SettingChange[]): Promise<void> {
  await changeChoice(world, given, changes, 'Saved.')
}

async function show(world: World, given: Given & { json?: true }): Promise<void> {
  await showChoices(world, given, patternSection, {
    none: 'No pattern is chosen: people work Monday to Friday for 8 hours, by their own clocks.',
    textOf: (_, value) =>
      Array.isArray(value) ? value.map(({ day, hours }: WrittenDay) => `${day}=${hours}`).join(',') : String(value),
  })
}
