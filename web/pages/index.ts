import {
  CalendarClock,
  CalendarDays,
  ChartColumn,
  ClipboardCheck,
  Clock,
  type LucideIcon,
  Palmtree,
  UserRoundCheck,
} from 'lucide-react'
import { type ComponentType, createElement } from 'react'
import { msg } from '../../src/rules/language/messages.ts'
import type { Me } from '../api/start.ts'
import { later, loadable } from '../components/dialogs/later.tsx'
import { seesSchedule } from './schedule/sight.ts'

type Icon = LucideIcon | ComponentType<{ size: number }>

/**
 * A page of the app: its path (parameters come last, `/:date?`), its name in the menus as a message, who can open it,
 * and its code, which is loaded on demand.
 */
export type PageEntry = {
  path: string
  name: string
  icon: Icon
  /**
   * `main` is always visible, `manage` in the Manage menu, `own` under the user's name; `none` is in no menu, only
   * linked to.
   */
  menu: 'main' | 'manage' | 'own' | 'none'
  who: (me: Me) => boolean
  page: ComponentType
  load: () => Promise<unknown>
}

const everyone = () => true

/** The pages of inspectors, who only look at records; the server refuses them everything else. */
const ofInspectors = [
  '/timesheet/:date?',
  '/reports',
  '/reports/hours',
  '/reports/payroll',
  '/reports/people',
  '/reports/files',
]

const seesBoard = (me: Me) => me.manages.length > 0 || me.may('reports', 'status_box')
const approvers = (me: Me) => me.manages.length > 0 || me.may('approve_timesheets')
const admins = (me: Me) => me.is_admin
const seesPeople = (me: Me) => me.leads || me.may('manage_users')
const seesJobs = (me: Me) => me.manages.length > 0 || me.may('manage_jobcodes', 'manage_users')
const seesOutbox = (me: Me) => me.is_admin && me.outbox
const addsCompanies = (me: Me) => me.is_admin && me.more_companies
const runsServer = (me: Me) => me.runs_server
const addsPeople = (me: Me) => me.may('manage_users')
const plansProjects = (me: Me) => me.may('manage_projects')
const addsJobs = (me: Me) => me.may('manage_jobcodes')

/** An icon that is visible only in an open menu and is loaded then. Its space is reserved. */
export function iconOfMenu(name: keyof typeof import('./menu_icons.ts')): Icon {
  return later<{ size: number }>(
    async () => ({ default: (await import('./menu_icons.ts'))[name] as ComponentType<{ size: number }> }),
    ({ size }) => createElement('svg', { width: size, height: size, 'aria-hidden': true }),
  )
}

/** All pages, in the order of the menus. */
export const pages: readonly PageEntry[] = [
  entry('/', msg('Today'), Clock, 'main', everyone, () => import('./today/today.tsx')),
  entry(
    '/timesheet/:date?',
    msg('Timesheet'),
    CalendarDays,
    'main',
    everyone,
    () => import('./timesheet/timesheet.tsx'),
  ),
  entry(
    '/schedule/:view?/:date?',
    msg('Schedule'),
    CalendarClock,
    'main',
    seesSchedule,
    () => import('./schedule/schedule.tsx'),
  ),
  entry(
    '/time_off/:part?/:date?',
    msg('Time off'),
    Palmtree,
    'main',
    everyone,
    () => import('./time_off/time_off.tsx'),
  ),
  entry('/working', msg('Working'), UserRoundCheck, 'main', seesBoard, () => import('./working/working.tsx')),
  entry('/approvals', msg('Approvals'), ClipboardCheck, 'main', approvers, () => import('./approvals/approvals.tsx')),
  entry('/reports', msg('Reports'), ChartColumn, 'main', everyone, () => import('./reports/hours/hours.tsx')),
  entry('/reports/hours', msg('Hours'), ChartColumn, 'none', everyone, () => import('./reports/hours/hours.tsx')),
  entry('/reports/payroll', msg('Payroll'), ChartColumn, 'none', everyone, () => import('./reports/payroll.tsx')),
  entry('/reports/people', msg('Hours by person'), ChartColumn, 'none', everyone, () => import('./reports/people.tsx')),
  entry('/reports/files', msg('Files'), ChartColumn, 'none', everyone, () => import('./reports/files.tsx')),
  entry('/reports/projects', msg('Projects'), ChartColumn, 'none', everyone, () => import('./reports/projects.tsx')),
  entry('/people', msg('People'), iconOfMenu('Users'), 'manage', seesPeople, () => import('./people/people.tsx')),
  entry(
    '/people/import',
    msg('Import people'),
    iconOfMenu('Users'),
    'none',
    addsPeople,
    () => import('./import/people_page.tsx'),
  ),
  entry('/people/:id', msg('Person'), iconOfMenu('Users'), 'none', seesPeople, () => import('./people/person.tsx')),
  entry('/groups', msg('Groups'), iconOfMenu('Network'), 'manage', seesPeople, () => import('./groups/groups.tsx')),
  entry('/jobs', msg('Jobs'), iconOfMenu('Briefcase'), 'manage', seesJobs, () => import('./jobs/jobs.tsx')),
  entry(
    '/jobs/import',
    msg('Import jobs'),
    iconOfMenu('Briefcase'),
    'none',
    addsJobs,
    () => import('./import/jobs_page.tsx'),
  ),
  entry('/jobs/:id', msg('Job'), iconOfMenu('Briefcase'), 'none', seesJobs, () => import('./jobs/job.tsx')),
  entry(
    '/projects',
    msg('Projects'),
    iconOfMenu('FolderKanban'),
    'manage',
    plansProjects,
    () => import('./projects/projects.tsx'),
  ),
  entry('/breaks', msg('Breaks'), iconOfMenu('Coffee'), 'manage', addsJobs, () => import('./breaks/breaks.tsx')),
  entry(
    '/fields',
    msg('Custom fields'),
    iconOfMenu('ListPlus'),
    'manage',
    addsJobs,
    () => import('./fields/fields.tsx'),
  ),
  entry(
    '/fields/:id',
    msg('Custom field'),
    iconOfMenu('ListPlus'),
    'none',
    addsJobs,
    () => import('./fields/field.tsx'),
  ),
  entry(
    '/locations',
    msg('Locations'),
    iconOfMenu('MapPin'),
    'manage',
    seesJobs,
    () => import('./locations/locations.tsx'),
  ),
  entry(
    '/holidays',
    msg('Holidays'),
    iconOfMenu('CalendarHeart'),
    'manage',
    admins,
    () => import('./holidays/holidays.tsx'),
  ),
  entry(
    '/pay_runs/:id?',
    msg('Pay runs'),
    iconOfMenu('Banknote'),
    'manage',
    admins,
    () => import('./pay_runs/pay_runs.tsx'),
  ),
  entry('/pto/:part?', msg('Time off policies'), Palmtree, 'manage', admins, () => import('./pto/pto.tsx')),
  entry('/welcome', msg('Setup'), ClipboardCheck, 'manage', admins, () => import('./welcome/welcome.tsx')),
  entry(
    '/welcome/reach',
    msg('Make Clockhouse reachable'),
    ClipboardCheck,
    'none',
    admins,
    () => import('./welcome/reach.tsx'),
  ),
  entry(
    '/developers',
    msg('API'),
    iconOfMenu('Code2'),
    'manage',
    admins,
    () => import('./developers/applications.tsx'),
  ),
  entry(
    '/developers/tokens',
    msg('Tokens'),
    iconOfMenu('Code2'),
    'none',
    admins,
    () => import('./developers/tokens.tsx'),
  ),
  entry(
    '/developers/webhooks',
    msg('Webhooks'),
    iconOfMenu('Code2'),
    'none',
    admins,
    () => import('./developers/webhooks.tsx'),
  ),
  entry(
    '/developers/reference/:tag?',
    msg('Reference'),
    iconOfMenu('Code2'),
    'none',
    admins,
    () => import('./developers/reference.tsx'),
  ),
  entry(
    '/settings/:section?',
    msg('Company settings'),
    iconOfMenu('Settings'),
    'manage',
    admins,
    () => import('./settings/settings.tsx'),
  ),
  entry(
    '/deliveries',
    msg('Notifications sent'),
    iconOfMenu('BellRing'),
    'manage',
    admins,
    () => import('./deliveries/deliveries.tsx'),
  ),
  entry(
    '/inspectors',
    msg('Inspectors'),
    iconOfMenu('SearchCheck'),
    'manage',
    admins,
    () => import('./inspectors/inspectors.tsx'),
  ),
  entry(
    '/retention',
    msg('Retention'),
    iconOfMenu('Archive'),
    'manage',
    admins,
    () => import('./retention/retention.tsx'),
  ),
  entry('/audit', msg('Audit'), iconOfMenu('ScrollText'), 'manage', admins, () => import('./audit/audit.tsx')),
  entry(
    '/companies',
    msg('Another company'),
    iconOfMenu('Building2'),
    'manage',
    addsCompanies,
    () => import('./companies/companies.tsx'),
  ),
  entry('/server', msg('Server'), iconOfMenu('Server'), 'manage', runsServer, () => import('./server/server.tsx')),
  entry('/outbox', msg('Outbox'), iconOfMenu('Mails'), 'manage', seesOutbox, () => import('./outbox/outbox.tsx')),
  entry('/me', msg('My settings'), iconOfMenu('UserRound'), 'own', everyone, () => import('./me/me.tsx')),
  entry(
    '/connected',
    msg('Connected apps'),
    iconOfMenu('Plug'),
    'own',
    everyone,
    () => import('./allowed/allowed.tsx'),
  ),
]

function entry(
  path: string,
  name: string,
  icon: Icon,
  menu: PageEntry['menu'],
  who: PageEntry['who'],
  load: () => Promise<{ default: ComponentType }>,
): PageEntry {
  const has = (me: Me) => (!me.inspects || ofInspectors.includes(path)) && who(me)
  return { path, name, icon, menu, who: has, ...loadable(load) }
}

/** Loads the code of the page at a path while the request for the signed-in user is running. */
export function loadPageAt(pathname: string): void {
  const namedBy = ({ path }: PageEntry) => path.split('/:')[0]!
  const [page] = pages
    .filter((entry) => pathname === namedBy(entry) || (entry.path !== '/' && pathname.startsWith(`${namedBy(entry)}/`)))
    .sort((a, b) => namedBy(b).length - namedBy(a).length)
  page?.load().catch(() => {})
}
