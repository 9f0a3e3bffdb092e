import { msg } from '../language/messages.ts'

/** The titles of the files that can be exported, by name. */
export const exportTitles = {
  payroll: msg('Hours for payroll'),
  hours: msg('Hours'),
  jobs: msg('Hours by job'),
  projects: msg('Projects against estimates'),
  timesheets: msg('Timesheets'),
  quickbooks_desktop: msg('QuickBooks Desktop'),
  quickbooks_online: msg('QuickBooks Online'),
  adp_workforce_now: msg('ADP Workforce Now'),
  paychex_spi: msg('Paychex'),
  gusto: msg('Gusto'),
} as const
