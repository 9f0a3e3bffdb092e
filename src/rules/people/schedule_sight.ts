/** Who plans and sees which shifts, by permission: a row of the table of who sees what (sight.ts) that the app needs first. */
export const scheduleSight = {
  plan: {
    everyone: 'manage_company_schedules',
    managed: 'manage_schedules',
    self: 'manage_my_schedule',
    never: 'manage_no_schedules',
  },
  see: { everyone: 'view_company_schedules', group: 'view_group_schedules', self: 'view_my_schedules' },
} as const
