import { loadCompanyChoices } from '../../company/mail/notification_choices.ts'
import { loadSettings } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { numberOf } from '../../engine/fields.ts'
import { inList, sql } from '../../engine/sql.ts'
import { type Item, isId } from '../../engine/table.ts'
import type { CustomField } from '../customfields.ts'
import { type Jobcode, jobcodes } from '../jobcodes.ts'
import { choiceTexts, loadChoices } from '../timesheets/choices.ts'
import { assigneesMax, type ScheduleEvent } from './record.ts'

/** How a request sees events of several people: once per person, or once for the team. */
type View = 'instance' | 'base'

/** The data for the decisions about a batch of events, besides the rows. */
export type Facts = {
  view: View
  fields: CustomField[]
  /** Jobcodes that items name and the actor can see. */
  jobcodes: ReadonlyMap<number, Jobcode>
  /** Ids of the events created or changed along with an event, by its id. */
  effects: Map<number, Set<number>>
  /** The id of the message that notifies a user of this request's changes, by user. */
  messages: Map<number, number>
}

/** Loads the calendars, people, jobcodes and custom field items that the items name, and the teams they belong to. */
export async function loadFacts(items: readonly Item[], ctx: Context): Promise<Facts> {
  const { work, company, actor, options } = ctx
  const view = options.team_events ?? 'instance'
  if (view !== 'instance' && view !== 'base') throw new RequestError(417, 'team_events_unknown')
  await loadSettings(company)
  await loadCompanyChoices(company)
  await company.list('schedule_calendars')
  const customfields = await company.list('customfields')

  const rows = items.flatMap((item) => work.get('schedule_events', numberOf(item.id)) ?? [])
  const team = await loadTeams(rows, ctx)
  const people = [...rows, ...team].flatMap((row) => [row.told_user_id, ...row.assigned_user_ids])
  const named = items.flatMap((item) => numbersIn(item.assigned_user_ids))
  await company.look('users', [actor.userId, ...people, ...named])
  await company.look(
    'customfielditems',
    rows.flatMap((row) => Object.values(row.customfields)),
  )
  const choices = items.flatMap(choiceTexts)
  await loadChoices(choices, customfields, ctx)
  const jobcodeIds = items.flatMap((item) => numbersIn(item.jobcode_id))
  const seen =
    jobcodeIds.length === 0
      ? []
      : await work.load('jobcodes', sql`${inList(sql`id`, jobcodeIds)} and ${jobcodes.visible(actor)}`)
  // A team has one event more than it has people. Each person may get one message, and values may become items.
  await work.reserve(3 * items.length + 2 * named.length + people.length + choices.length)
  return {
    view,
    fields: [...customfields],
    jobcodes: new Map(seen.map((jobcode) => [jobcode.id, jobcode])),
    effects: new Map(),
    messages: new Map(),
  }
}

/** The team events that these belong to, and the instances of the team events among them. */
async function loadTeams(rows: readonly ScheduleEvent[], { work }: Context): Promise<ScheduleEvent[]> {
  const above = rows.map((row) => row.base_id).filter((id) => id !== 0)
  const below = rows.filter((row) => row.kind === 'base').map((row) => row.id)
  if (above.length + below.length === 0) return []
  const instances = sql`(base_id <> 0 and ${inList(sql`base_id`, below)})`
  return await work.load('schedule_events', sql`(${inList(sql`id`, above)} or ${instances})`)
}

/** The record ids in a value that a client sent: a list in any form, or a single id. */
function numbersIn(value: unknown): number[] {
  const entries = typeof value === 'string' ? value.slice(0, 50_000).split(',') : [value].flat()
  return entries
    .slice(0, assigneesMax)
    .map(numberOf)
    .filter((number) => isId(number))
}
