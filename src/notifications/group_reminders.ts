import { moveSetup } from '../company/versions.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { Reminder, sentTypes } from '../rules/notifications/reminders.ts'

type GroupReminder = Reminder & { group_id: number; reminder_type: (typeof sentTypes)[number] }

/** The reminders of the company's groups. */
export async function groupReminders(company: CompanySnapshot): Promise<readonly GroupReminder[]> {
  return company.value('groupReminders', async (handle) => {
    const rows = await handle.all<Omit<GroupReminder, 'active' | 'enabled'> & { active: number; enabled: number }>(
      sql`select group_id, reminder_type, due_time, due_days_of_week, distribution_methods, active, enabled
        from group_reminders where company_id = ${company.row.company_id} order by group_id, reminder_type`,
    )
    return rows.map((row) => ({ ...row, active: row.active === 1, enabled: row.enabled === 1 }))
  })
}

type Given = { actor: Actor; reminder: GroupReminder }

/** Saves a group's reminder, replacing the previous one of its type. RequestError 404 if there is no such group. */
export const saveGroupReminder = operation('saveGroupReminder', async (tx, { actor, reminder }: Given) => {
  const { companyId, userId, application } = actor
  const work = await UnitOfWork.begin(tx, companyId, { userId, application })
  const { group_id, reminder_type, due_time, due_days_of_week, distribution_methods, active, enabled } = reminder
  const groups = await work.company.list('groups')
  if (!groups.some((group) => group.id === group_id && group.active))
    throw new RequestError(404, 'no_active_group', { field: 'group_id', id: group_id })
  await tx.run(sql`insert into group_reminders
      (company_id, group_id, reminder_type, due_time, due_days_of_week, distribution_methods, active, enabled)
    values (${companyId}, ${group_id}, ${reminder_type}, ${due_time},
      ${due_days_of_week}, ${distribution_methods}, ${Number(active)}, ${Number(enabled)})
    on conflict (company_id, group_id, reminder_type) do update set due_time = excluded.due_time,
      due_days_of_week = excluded.due_days_of_week, distribution_methods = excluded.distribution_methods,
      active = excluded.active, enabled = excluded.enabled`)
  await moveSetup(tx, companyId)
})
