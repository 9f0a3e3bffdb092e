import { acrossCompanies, eachCompany } from '../company/all_companies.ts'
import { alertRules, loadCompanyChoices, tells } from '../company/mail/notification_choices.ts'
import { loadSettings, settingsFor, translateFor, zoneFor } from '../company/settings/settings.ts'
import { type CompanyRow, CompanySnapshot } from '../engine/company_snapshot.ts'
import { inList, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { notify, uuidsFrom } from '../resources/notifications.ts'
import type { User } from '../resources/users/record.ts'
import { lastOf } from '../rules/elements.ts'
import { notSubmittedWords, periodToSubmit } from '../rules/notifications/not_submitted.ts'
import { minute } from '../rules/time/calendar.ts'
import { startOfTime } from '../rules/time/timesheets.ts'
import type { World } from '../world.ts'
import { claimOnce, unsent } from './sent_alerts.ts'

/** People per transaction. */
const peopleMax = 200

const quarter = 15 * 60e6

/**
 * Reminds people who have not submitted their time after a pay period, once each, in companies where anyone has ever
 * submitted time. Runs every quarter of an hour, the granularity of zones; `before` is the minute of the previous run.
 */
export async function remindToSubmit(world: World, before: number | undefined): Promise<void> {
  const { db, now, uuid } = world
  const at = now()
  if (before !== undefined && Math.floor((before * minute) / quarter) === Math.floor(at / quarter)) return
  const submitting = await acrossCompanies<CompanyRow>(
    world,
    (own) => sql`select * from companies c where ${own} and exists (select 1 from users u
      where u.company_id = c.company_id and u.active = 1 and u.submitted_to > ${startOfTime})`,
  )
  await eachCompany(world, submitting, async (row) => {
    const company = new CompanySnapshot(row, db.read)
    const due = await lateOf(company, at)
    if ((await unsent(due.map(periodKeyOf), company)).length === 0) return
    for (let after: number | undefined = 0; after !== undefined; )
      after = await db.write(sendSubmissionsDue, { companyId: row.company_id, after, uuid: uuid() }, at)
  })
}

type Given = { companyId: number; after: number; uuid: string }

/** Reminds the next people, ordered by id; returns the last id, or undefined at the end. */
export const sendSubmissionsDue = operation(
  'sendSubmissionsDue',
  async (tx, { companyId, after, uuid }: Given): Promise<number | undefined> => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const all = await lateOf(work.company, tx.now)
    const page = all.filter(({ user }) => user.id > after).slice(0, peopleMax)
    const theirs = inList(
      sql`t.user_id`,
      page.map(({ user }) => user.id),
    )
    const dates = page.flatMap(({ period }) => [period.start, period.end]).sort()
    const open = await tx.all<{ user_id: number; date: string }>(
      sql`select distinct t.user_id, t.date from timesheets t join users u on u.company_id = t.company_id and u.id = t.user_id
        where t.company_id = ${companyId} and ${theirs} and t.date between ${dates[0] ?? ''} and ${dates.at(-1) ?? ''}
        and t.date > u.submitted_to`,
    )
    const late = page.filter(({ user, period }) =>
      open.some(({ user_id, date }) => user_id === user.id && date >= period.start && date <= period.end),
    )
    const keyOf = ({ user, period }: Late) => `not-submitted/${user.id}/${period.end}`
    const fresh = await claimOnce(late.map(keyOf), work)
    const ctx = { work, now: tx.now, uuid: uuidsFrom(uuid) }
    for (const person of late) {
      if (!fresh.has(keyOf(person))) continue
      const message = notSubmittedWords(person.period, translateFor(work.company, person.user))
      notify({ user_id: person.user.id, kind: 'not-submitted', message, path: '/timesheet' }, ctx)
    }
    const done = page.length < peopleMax
    if (done) await claimOnce(all.map(periodKeyOf), work)
    await work.flush()
    return done ? undefined : lastOf(page).user.id
  },
)

type Late = { user: User; period: { start: string; end: string }; zone: string }

/** People who submit their own time and have not submitted it for the last due period, ordered by id. */
async function lateOf(company: CompanySnapshot, now: number): Promise<Late[]> {
  await loadSettings(company)
  await loadCompanyChoices(company)
  if (!tells(company, 'not-submitted')) return []
  const { submit_days } = alertRules(company)
  // Most people have the same settings, so the period is computed once for all of them.
  const periods = new Map<object, ReturnType<typeof periodToSubmit>>()
  const users = await company.list('users')
  return users.flatMap((user) => {
    const settings = settingsFor(company, user)
    const { installed, employee_approval } = settings.approvals.settings
    if (!user.active || Number(installed) !== 1 || Number(employee_approval) !== 1) return []
    if (Number(settings.alerts.settings.installed) !== 1) return []
    const zone = zoneFor(company, user)
    if (!periods.has(settings)) periods.set(settings, periodToSubmit(now, zone, settings.general.settings, submit_days))
    const period = periods.get(settings)
    return period && user.submitted_to < period.end ? [{ user, period, zone }] : []
  })
}

/** The deduplication key of a zone and period. Once it is claimed, its people are not loaded again. */
function periodKeyOf({ period, zone }: Late): string {
  return `not-submitted/${period.start}/${period.end}/${zone}`
}
