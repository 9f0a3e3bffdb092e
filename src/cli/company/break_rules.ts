import type { Command } from 'commander'
import { breakPremiumChoice, breakRulesChoice, breakSection } from '../../company/breaks/break_rules.ts'
import type { SettingChange } from '../../company/settings/settings.ts'
import { messageOf } from '../../rules/thrown.ts'
import { acceptBreakRules } from '../../rules/time/break_contradictions.ts'
import { breakPresets } from '../../rules/time/break_rules.ts'
import type { World } from '../../world.ts'
import { Mistake, readGiven } from '../mistakes.ts'
import * as options from '../options.ts'
import { withWorld } from '../server/database.ts'
import { changeChoice, type Given, showChoices } from './dated_choices.ts'
import { previewAbout } from './settings_preview.ts'

const names = Object.keys(breakPresets).join(', ')

/** `clockhouse break rules …`: the meal and rest breaks that are due to a company, a group or a user. */
export function breakRulesCommand(parent: Command): void {
  const command = parent.command('rules').description('choose the breaks that are due to a company, a group or a user')
  const scoped = (name: string, about: string) =>
    command
      .command(name)
      .description(about)
      .option('--group <name>', 'for the members of this group')
      .option('--user <name>', 'for this user, by username or id')
      .option(
        '--from <date>',
        'the first day on which they apply; by default, the start of the workweek after the last approved day',
      )
      .option('--preview', previewAbout)
      .option('--alters-approved', 'accept rules that change the findings in approved time')
      .addOption(options.company())
  scoped('set', 'choose the rules; a user’s take precedence over the group’s, and those over the company’s')
    .argument('<rules>', `${names}, or a file`)
    .option('--premium', 'pay an hour for each day and kind of break that was not provided, or what its rule says')
    .option('--no-premium', 'pay nothing more')
    .addHelpText(
      'after',
      `
A file contains a list of rules:
  [{"name": "meal", "kind": "meal", "minutes": 30, "pay": "unpaid", "after_hours": 5, "by_hours": 5}]
kind is meal or rest; pay says which breaks count: paid, unpaid or any. The break is due in shifts of more than after_hours
and begins before more than by_hours are worked. Each rule asks for a break of its own. Two rules of one kind that ask for
theirs at the same hours contradict each other and are refused.
  stretch_hours      no stretch of work is longer than this without a break, or a part of one ("part_minutes")
  waivable_to_hours  in longer shifts, a waived break stays an issue; "waivable_after" names a break to be taken before
  premium_minutes    what is paid if the break was not provided, "premium_per" "day" or "break"; 60 a day by default
  premium_worked     it is paid as time worked, and counts toward overtime`,
    )
    .action((chosen: string, given: Given & { premium?: boolean }) => {
      const { premium } = given
      const more = premium === undefined ? [] : [breakPremiumChoice(premium)]
      return withWorld((world) => change(world, given, [breakRulesChoice(rulesNamed(chosen)), ...more]))
    })
  scoped('clear', 'remove the choice').action((given: Given) =>
    withWorld((world) => change(world, given, [breakRulesChoice(null), breakPremiumChoice(null)])),
  )
  command
    .command('show')
    .description('show the chosen rules')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given & { json?: true }) => withWorld((world) => show(world, given)))
}

/** The value to store: the name of a preset, or the rules from a file. */
function rulesNamed(chosen: string): string | readonly unknown[] {
  try {
    const rules = Object.hasOwn(breakPresets, chosen) ? chosen : JSON.parse(readGiven(chosen))
    acceptBreakRules(rules)
    return rules
  } catch (error) {
    throw new Mistake(`rules: ${messageOf(error)}\nUse ${names}, or a file; see --help.`)
  }
}

async function change(world: World, given: Given, changes: readonly SettingChange[]): Promise<void> {
  await changeChoice(world, given, changes, 'Saved; approvals and reports follow the rules from now on.')
}

async function show(world: World, given: Given & { json?: true }): Promise<void> {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  await showChoices(world, given, breakSection, {
    none: 'No rules are chosen: no breaks are due.',
    textOf: (key, value) => (key === 'premium' ? (value === 1 ? 'an hour' : 'none') : text(value)),
  })
}
