import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { operation, sql } from '../../engine/sql.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'
import { firstOf } from '../../rules/elements.ts'
import { startOfTime } from '../../rules/time/timesheets.ts'
import { loadSettings, patternSection, settingsSet } from './settings.ts'

/** The steps for setting up a new company, in the recommended order. */
export const setupSteps = [
  'people',
  'reach',
  'jobs',
  'pay_period',
  'working_pattern',
  'overtime',
  'breaks',
  'time_off',
  'holidays',
  'time',
  'approval',
] as const

/** The name of a step. */
type SetupStep = (typeof setupSteps)[number]

/** Steps about settings whose defaults suit many companies. They are done once an administrator confirms these, too. */
export const confirmableSteps = ['pay_period', 'working_pattern', 'overtime'] as const

type Confirmable = (typeof confirmableSteps)[number]

/** Steps that are done once there are records. */
type Counted = Exclude<SetupStep, Confirmable | 'reach'>

/** The steps that are done, those that an administrator has skipped, and those whose defaults one has confirmed. */
type SetupState = {
  done: ReadonlySet<SetupStep>
  skipped: readonly SetupStep[]
  confirmed: readonly Confirmable[]
}

const section = 'setup'
const scope = { scope: 'company', scope_id: 0 } as const

/** How far the setup is, judging by the company's data. `isReachable`: other devices can open its links. */
export async function setupState(company: CompanySnapshot, isReachable: boolean): Promise<SetupState> {
  await loadSettings(company)
  const id = company.row.company_id
  const counts = await company.ask<Record<Counted, number>>(sql`select
    (select count(*) from (select 1 from users where company_id = ${id} and active = 1 limit 2) people) as people,
    (select count(*) from (select 1 from jobcodes
      where company_id = ${id} and active = 1 and type = 'regular' limit 1) jobs) as jobs,
    (select count(*) from (select 1 from jobcodes
      where company_id = ${id} and active = 1 and type in ('paid_break', 'unpaid_break') limit 1) breaks) as breaks,
    (select count(*) from (select 1 from pto_policies where company_id = ${id} limit 1) policies) as time_off,
    (select count(*) from (select 1 from holidays where company_id = ${id} limit 1) holidays) as holidays,
    (select count(*) from (select 1 from timesheets where company_id = ${id} limit 1) sheets) as time,
    (select count(*) from (select 1 from users
      where company_id = ${id} and approved_to > ${startOfTime} limit 1) approved) as approval`)
  const found = firstOf(counts)
  const set = settingsSet(company, scope).filter(({ value }) => value !== null)
  const isSet = (of: string, starts: string) => set.some(({ section, key }) => section === of && key.startsWith(starts))
  const made: Record<SetupStep, boolean> = {
    people: found.people > 1,
    reach: isReachable,
    jobs: found.jobs > 0,
    // The pay period that the server suggests at first does not count as a decision.
    pay_period: set.some(
      ({ key, last_modified }) => key.startsWith('payroll_') && last_modified !== company.row.created,
    ),
    working_pattern: isSet(patternSection, ''),
    overtime: isSet('overtime', 'rules') || isSet('general', 'weekly_') || isSet('general', 'daily_'),
    breaks: found.breaks > 0,
    time_off: found.time_off > 0,
    holidays: found.holidays > 0,
    time: found.time > 0,
    approval: found.approval > 0,
  }
  const marked = <Step extends SetupStep>(key: string, steps: readonly Step[]): readonly Step[] => {
    const value: unknown = set.find((one) => one.section === section && one.key === key)?.value
    return Array.isArray(value) ? steps.filter((step) => value.includes(step)) : []
  }
  const confirmed = marked('confirmed', confirmableSteps)
  const isDone = (step: SetupStep) => made[step] || confirmed.some((one) => one === step)
  return { done: new Set(setupSteps.filter(isDone)), skipped: marked('skipped', setupSteps), confirmed }
}

type Marked = { companyId: number; skipped: readonly SetupStep[]; confirmed?: readonly Confirmable[] | undefined }

/** Stores the steps that an administrator has skipped and, unless undefined, those whose defaults are confirmed. */
export const markSetupSteps = operation(
  'company.markSetupSteps',
  async (tx, { companyId, skipped, confirmed }: Marked): Promise<void> => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    for (const [key, steps] of Object.entries({ skipped, confirmed })) {
      if (steps === undefined) continue
      await tx.run(sql`delete from settings where company_id = ${companyId} and scope = ${scope.scope}
        and scope_id = 0 and section = ${section} and key = ${key}`)
      work.append('settings', { ...scope, section, key, value: JSON.stringify(steps), last_modified: work.stamp })
    }
    await work.flush()
  },
)
