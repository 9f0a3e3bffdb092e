import { Type } from 'typebox'
import type { Actor } from '../engine/context.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { groupReminders, saveGroupReminder } from '../resources/group_reminders.ts'
import { reminders } from '../resources/reminders.ts'
import type { User } from '../resources/users.ts'
import { sentTypes } from '../rules/reminders.ts'
import { type ConsoleEndpoint, endpoint, recordNumber } from './endpoint.ts'

/** Reminders of groups: the API has those of people and of the company. */
export const groupReminderEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/group_reminders',
    about:
      'Reminders of the group that you are in and of those that you manage, for administrators of all groups. The fields are those of `reminders`, with `group_id` for `user_id`.',
    who: 'everybody',
    async run({ actor, company }) {
      const all = await groupReminders(company)
      await company.look('users', [actor.userId])
      const own = actor.home ? undefined : company.get<User>('users', actor.userId)?.group_id
      return { reminders: all.filter(({ group_id }) => leads(actor, group_id) || group_id === own) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/group_reminders',
    about:
      'Sets the reminder of a type for everybody in a group, in the place of the company’s; whoever has an active one of their own keeps that. `active` false: the company’s applies again; `enabled` false: nobody in the group is reminded. For administrators and managers of the group.',
    who: 'everybody',
    body: Type.Object({
      group_id: recordNumber,
      reminder_type: Type.Union(sentTypes.map((type) => Type.Literal(type))),
      due_time: Type.String({ description: 'hh:mm:ss where each person is, in steps of 5 minutes.' }),
      due_days_of_week: Type.String({ description: 'Of Sun, Mon, Tue, Wed, Thu, Fri, Sat; separated by commas.' }),
      distribution_methods: Type.String({ description: 'Of Push, SMS, Email; separated by commas.' }),
      active: Type.Boolean(),
      enabled: Type.Boolean(),
    }),
    async run({ actor, world, now, body }) {
      if (!leads(actor, body.group_id))
        throw new RequestError(404, `group_id: there is no group ${body.group_id} that you manage`)
      const { fields } = reminders
      const read = (name: 'due_time' | 'due_days_of_week' | 'distribution_methods'): string => {
        try {
          return fields[name].parse(body[name], name)
        } catch (error) {
          if (error instanceof Refusal) throw new RequestError(417, error.message)
          throw error
        }
      }
      const reminder = {
        ...body,
        due_time: read('due_time'),
        due_days_of_week: read('due_days_of_week'),
        distribution_methods: read('distribution_methods'),
      }
      await world.db.write(saveGroupReminder, { actor, reminder }, now)
      return reminder
    },
  }),
]

function leads(actor: Actor, groupId: number): boolean {
  return actor.isAdmin || actor.manages.includes(groupId)
}
