import { acrossCompanies, byCompany, eachCompany } from '../company/all_companies.ts'
import { clocksFor, movedSince } from '../company/company_clocks.ts'
import { alertRules, loadCompanyChoices, tells } from '../company/mail/notification_choices.ts'
import {
  companyRounding,
  entriesByPerson,
  kindOf,
  loadRules,
  policyOf,
  typesOfJobcodes,
} from '../company/pay/worked_time.ts'
import { approversOf, loadApprovers } from '../company/rights/approvers.ts'
import { settingsFor, translateFor, zoneFor } from '../company/settings/settings.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import { type Db, type Handle, inList, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { notify, uuidsFrom } from '../resources/notifications.ts'
import { firstOf } from '../rules/elements.ts'
import type { Translate } from '../rules/language/messages.ts'
import { isLong, longEntryWords } from '../rules/notifications/long_entry.ts'
import { overtimeAlerts, overtimeWords } from '../rules/notifications/overtime.ts'
import { datesNeeded } from '../rules/overtime/needed.ts'
import { byWorkday } from '../rules/overtime/parts.ts'
import { addDays, localDate, minute } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'
import type { Alert, OnTheClock, Running } from './alert.ts'
import { breaksDue } from './break_alerts.ts'
import { claimOnce, unsent } from './sent_alerts.ts'
import { remindToSubmit } from './submission_reminders.ts'

const columnsOfRunning = sql`user_id, id, jobcode_id, date, "start", tz_str, start_offset`

const lastPasses = new WeakMap<Db, number>()

/** Sends the alerts that depend on the clock: long entries and overtime every minute, and unsubmitted time. */
export async function sendDueAlerts(world: World): Promise<void> {
  const { db, now, uuid } = world
  const at = now()
  const before = lastPasses.get(db)
  if (before === Math.floor(at / minute)) return
  lastPasses.set(db, Math.floor(at / minute))
  const running = await acrossCompanies<Running & { company_id: number }>(
    world,
    (own) => sql`select company_id, ${columnsOfRunning} from timesheets where ${own} and "end" is null`,
  )
  await eachCompany(world, byCompany(running), async ({ company_id: companyId, rows }) => {
    const company = await CompanySnapshot.of(companyId, db.read)
    const due = await alertsOf(rows, company, db.read, at)
    const keys = await unsent(
      due.map(({ key }) => key),
      company,
    )
    if (keys.length > 0) await db.write(sendAlerts, { companyId, uuid: uuid() }, at)
  })
  await remindToSubmit(world, before)
}

/** Sends the alerts that are due for people on the clock. Checks again, with the company locked. */
export const sendAlerts = operation('sendAlerts', async (tx, given: { companyId: number; uuid: string }) => {
  const { companyId, uuid } = given
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  const running = await tx.all<Running>(
    sql`select ${columnsOfRunning} from timesheets where company_id = ${companyId} and "end" is null`,
  )
  const due = await alertsOf(running, work.company, tx, tx.now)
  const fresh = await claimOnce(
    due.map(({ key }) => key),
    work,
  )
  const ctx = { work, now: tx.now, uuid: uuidsFrom(uuid) }
  const notes = due.filter(({ key }) => fresh.has(key))
  await work.reserve(notes.reduce((sum, { readers }) => sum + readers.length, 0))
  for (const { readers, kind, message, path } of notes)
    for (const user_id of readers) {
      const t = translateFor(work.company, work.company.get('users', user_id))
      notify({ user_id, kind, message: message(t), path }, ctx)
    }
  await work.flush()
})

/** Alerts due for people on the clock, sent before or not. Takes a constant number of statements. */
async function alertsOf(
  running: readonly Running[],
  company: CompanySnapshot,
  handle: Handle,
  now: number,
): Promise<Alert[]> {
  await loadRules(company)
  await loadCompanyChoices(company)
  await company.look(
    'users',
    running.map((sheet) => sheet.user_id),
  )
  const people = running.flatMap((sheet) => {
    const user = company.get('users', sheet.user_id)
    const on = user?.active && Number(settingsFor(company, user).alerts.settings.installed) === 1
    return on ? [{ sheet, user }] : []
  })
  return [
    ...longEntries(people, company, now),
    ...(await breaksDue(people, company, handle, now)),
    ...(await overtimeOf(people, company, handle, now)),
  ]
}

function longEntries(people: readonly OnTheClock[], company: CompanySnapshot, now: number): Alert[] {
  if (!tells(company, 'long-entry')) return []
  const long = people.filter(({ sheet }) => isLong(sheet.start, now, alertRules(company).long_hours))
  return long.map(({ sheet: { id, start }, user }) => {
    const { time_format } = settingsFor(company, user).general.settings
    const message = (t: Translate) => longEntryWords(start, now, zoneFor(company, user), time_format, t)
    return { key: `long-entry/${id}`, readers: [user.id], kind: 'long-entry', message, path: '/' }
  })
}

async function overtimeOf(
  people: readonly OnTheClock[],
  company: CompanySnapshot,
  handle: Handle,
  now: number,
): Promise<Alert[]> {
  const ruled = people
    .map((person) => ({ ...person, policy: policyOf(person.user, company) }))
    .filter(({ policy }) => policy.rules.length > 0)
  if (ruled.length === 0 || !(tells(company, 'overtime') || tells(company, 'overtime-near'))) return []
  await loadApprovers(
    ruled.map(({ user }) => user.group_id),
    company,
  )
  const types = await typesOfJobcodes(company)
  const policies = ruled.map(({ policy }) => policy)
  // It may be another day in people's time zones.
  const began = ruled.map(({ sheet }) => sheet.date).sort()
  const days = { first: addDays(firstOf(began), -1), last: addDays(localDate(now, 'UTC'), 1) }
  const { first, last, since } = datesNeeded(days, policies)
  const theirs = inList(
    sql`user_id`,
    ruled.map(({ user }) => user.id),
  )
  const clocks = await clocksFor(policies, { start_date: first, end_date: last }, company, handle)
  const rounding = companyRounding(company)
  const finished = await entriesByPerson(
    sql`company_id = ${company.row.company_id} and ${theirs} and date between ${since} and ${last}
      and (date >= ${first} or duration > 86400) and "end" is not null`,
    types,
    handle,
    { offsets: rounding !== undefined, clocks },
  )
  const nearSeconds = alertRules(company).near_minutes * 60
  return ruled.flatMap(({ sheet, user, policy }) => {
    const moved = clocks && movedSince(sheet, clocks)
    const entry = { ...sheet, kind: kindOf(types, sheet.jobcode_id), ...(moved && { moved }) }
    const parts = byWorkday(finished.get(user.id) ?? [], policy, rounding)
    return overtimeAlerts(parts, entry, policy, now, nearSeconds)
      .filter(({ kind }) => tells(company, kind))
      .map((found) => ({
        key: `${found.kind}/${user.id}/${found.rule.name}/${found.period}`,
        readers: approversOf(user, company),
        kind: found.kind,
        message: (t) => overtimeWords(`${user.first_name} ${user.last_name}`, found, t),
        path: '/working',
      }))
  })
}
