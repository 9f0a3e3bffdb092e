import { Type } from 'typebox'
import type { Actor } from '../../engine/context.ts'
import { Refusal, RequestError } from '../../engine/errors.ts'
import { groupReminders, saveGroupReminder } from '../../notifications/group_reminders.ts'
import { reminders } from '../../resources/reminders.ts'
import { sentTypes } from '../../rules/notifications/reminders.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'

const reminder = Type.Object({
  group_id: recordId,
  reminder_type: Type.Enum([...sentTypes]),
  due_time: Type.String({ description: 'hh:mm:ss in each person’s time zone, in steps of 5 minutes.' }),
  due_days_of_week: Type.String({ description: 'Any of Sun, Mon, Tue, Wed, Thu, Fri, Sat; separated by commas.' }),
  distribution_methods: Type.String({ description: 'Any of Push, SMS, Email; separated by commas.' }),
  active: Type.Boolean({ description: 'If false, the company’s reminder applies.' }),
  enabled: Type.Boolean({ description: 'If false, the group is not reminded.' }),
})

/** Reminders for groups; the public API has those for users and the company. */
export const groupReminderEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/group_reminders',
    about:
      'Lists the reminders for your group and the groups you manage; administrators see those for all groups. They are like `reminders`, with `group_id` in place of `user_id`.',
    who: 'everyone',
    answer: Type.Object({ reminders: Type.Array(reminder) }),
    async run({ actor, company }) {
      const all = await groupReminders(company)
      await company.look('users', [actor.userId])
      const own = actor.home ? undefined : company.get('users', actor.userId)?.group_id
      return { reminders: all.filter(({ group_id }) => leads(actor, group_id) || group_id === own) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/group_reminders',
    about:
      'Sets one type of reminder for a group, in place of the company’s. People with their own active reminder keep it. For administrators and managers of the group.',
    who: 'everyone',
    body: reminder,
    answer: reminder,
    async run({ actor, world, now, body }) {
      if (!leads(actor, body.group_id)) throw new RequestError(404, 'no_managed_group', { id: body.group_id })
      const { fields } = reminders
      const read = (name: 'due_time' | 'due_days_of_week' | 'distribution_methods'): string => {
        try {
          return fields[name].parse(body[name], name)
        } catch (error) {
          if (error instanceof Refusal) throw new RequestError(417, error.reason)
          throw error
        }
      }
      const saved = {
        ...body,
        due_time: read('due_time'),
        due_days_of_week: read('due_days_of_week'),
        distribution_methods: read('distribution_methods'),
      }
      await world.db.write(saveGroupReminder, { actor, reminder: saved }, now)
      return saved
    },
  }),
]

function leads(actor: Actor, groupId: number): boolean {
  return actor.isAdmin || actor.manages.includes(groupId)
}
