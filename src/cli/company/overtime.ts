import type { Command } from 'commander'
import { changeSettings } from '../../company/settings/change_settings.ts'
import { overtimeSection } from '../../company/settings/settings.ts'
import { acceptRules } from '../../rules/overtime/contradictions.ts'
import { versionsOf } from '../../rules/overtime/policy.ts'
import { presets } from '../../rules/overtime/presets.ts'
import { messageOf } from '../../rules/thrown.ts'
import { isDate } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { Mistake, readGiven, refusing } from '../mistakes.ts'
import * as options from '../options.ts'
import { note, printJson, say, table } from '../output.ts'
import { choicesIn, companyNamed, scopeNamed, withWorld } from '../server/database.ts'
import { explainCommand } from './overtime_explain.ts'
import { previewAbout, showPreview } from './settings_preview.ts'

type Given = { company?: string; group?: string; user?: string; from?: string; altersApproved?: true; preview?: true }

const names = Object.keys(presets).join(' or ')

/** `clockhouse overtime …`: the overtime rules of a company, a group or a user. */
export function overtimeCommand(program: Command): void {
  const overtime = program.command('overtime').description('choose overtime rules for a company, a group or a user')
  const change = (name: string, about: string) =>
    overtime
      .command(name)
      .description(about)
      .option('--group <name>', 'for the members of this group')
      .option('--user <name>', 'for this user, by username or id')
      .option('--from <date>', 'the first workday on which it applies; by default, the day after the last approved one')
      .option('--preview', previewAbout)
      .option('--alters-approved', 'accept rules that change how approved time is paid')
      .addOption(options.company())
  change('set', 'choose the rules; a user’s take precedence over the group’s, and those over the company’s')
    .argument('<rules>', `${names}, settings (the thresholds in the company’s settings), or a file`)
    .addHelpText(
      'after',
      `
A file contains a list of rules:
  [{"name": "rest", "kind": "rest", "after_hours": 11, "multiplier": 1.5}]
kind is one of
  daily, weekly, fortnight   time worked beyond after_hours of a workday, a workweek or 14 days
  seventh_day                on the seventh day worked in a workweek; only of weeks longer than "week_over_hours"
  consecutive, rolling_day   beyond after_hours of a shift, or of 24 hours that begin when work begins
  rest                       within after_hours of the end of the last shift; with "whole_shift": true the whole shift
  clock                      from "start" to "end" on "days", such as "22:00", "06:00" and ["fri", "sat"], or on "dates"
                             of every year, such as ["05-01"]; its hours are counted once, across midnight too
  holiday                    on a holiday
With "adds": true, clock and holiday rules add to what another rule pays; where several do, the setting overtime_stacking
chooses all or the highest. "from" and "until" are dates. With
"pay_below", an hourly rate, a rule is only for time that is paid less, by the rate of the job or the person. Each second
is paid once, under the rule that pays most. It counts toward a week or 14 days unless another rule pays it as well or
better. The presets of laws split shifts where a workday starts.`,
    )
    .action((chosen: string, given: Given) => withWorld((world) => set(world, given, rulesNamed(chosen))))
  change('clear', 'remove the chosen rules').action((given: Given) => withWorld((world) => set(world, given, null)))
  explainCommand(overtime)
  overtime
    .command('show')
    .description('show the chosen rules')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given & { json?: true }) => withWorld((world) => show(world, given)))
}

/** The value to store: a name, or the rules from a file. */
function rulesNamed(chosen: string): string | readonly unknown[] {
  if (chosen === 'settings') return chosen
  try {
    const rules = Object.hasOwn(presets, chosen) ? chosen : JSON.parse(readGiven(chosen))
    acceptRules(rules)
    return rules
  } catch (error) {
    throw new Mistake(`rules: ${messageOf(error)}\nUse ${names}, settings, or a file; see --help.`)
  }
}

async function set(world: World, given: Given, rules: string | readonly unknown[] | null): Promise<void> {
  const company = await companyNamed(world, given.company)
  const scope = await scopeNamed(world, company, given)
  const author = { userId: 0, application: 'clockhouse' }
  if (given.from !== undefined && !isDate(given.from)) throw new Mistake('--from: must be a date such as 2026-03-14', 2)
  const dates = {
    ...(given.from && { from: given.from }),
    ...(given.altersApproved && { alters_approved: given.altersApproved }),
  }
  const wanted = { ...scope, changes: [], overtime: { rules, ...dates } }
  if (given.preview) return showPreview(world, company.company_id, wanted)
  const input = { companyId: company.company_id, author, ...wanted }
  await refusing(world.db.write(changeSettings, input, world.now()))
  note(rules === null ? 'The rules are removed.' : 'The rules are set; reports use them from now on.')
}

async function show(world: World, given: Given & { json?: true }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const rules = await choicesIn(world, company, overtimeSection)
  const chosen = rules.map(({ scope, name, value }) => ({ scope, name, rules: value }))
  if (given.json) return printJson(chosen)
  if (chosen.length === 0) return say('No rules are chosen: overtime follows the company’s settings.')
  say(
    table(
      ['for', 'name', 'rules'],
      chosen.flatMap(({ scope, name, rules: choice }) =>
        versionsOf(choice).map(({ from, rules }) => [
          scope,
          name ?? company.name,
          `${typeof rules === 'string' ? rules : JSON.stringify(rules)}${from === null ? '' : ` from ${from}`}`,
        ]),
      ),
    ),
  )
}
