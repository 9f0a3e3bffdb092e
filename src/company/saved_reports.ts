import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, inList, oneRow, operation, type Sql, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { seenBy, sights } from '../rules/people/sight.ts'
import { nextSending, type ReportSchedule } from '../rules/reports/schedule.ts'
import { loadSettings, settingsFor, zoneFor } from './settings/settings.ts'
import { moveSetup } from './versions.ts'

/** The most saved reports per company. */
const reportsMax = 500
/** The most recipients of a report. */
export const recipientsMax = 50

type ReportFormat = 'pdf' | 'xlsx' | 'csv'

/** A saved report as stored. */
export type SavedReportRow = {
  id: number
  user_id: number
  name: string
  search: string
  shared: number
  every: ReportSchedule['every'] | ''
  weekday: number
  hour: number
  format: ReportFormat | ''
  recipients: string
  next: number
}

/** A saved report as submitted. */
type GivenReport = {
  name: string
  search: string
  shared: boolean
  schedule: (ReportSchedule & { format: ReportFormat; user_ids: readonly number[] }) | null
}

/** Whether the actor sees other people's time; only then may they share reports and send them to people. */
function leads(actor: Actor): boolean {
  return seenBy(actor, sights.saved_reports) === 'all'
}

/** The reports that the actor sees: their own, and shared ones if they see other people's time. */
export function reportsSeen(actor: Actor, handle: Handle): Promise<SavedReportRow[]> {
  return handle.all<SavedReportRow>(sql`select * from saved_reports
    where company_id = ${actor.companyId} and ${where(actor)} order by name, id`)
}

/** One of them. */
export function reportSeen(actor: Actor, id: number, handle: Handle): Promise<SavedReportRow | undefined> {
  return handle.get<SavedReportRow>(
    sql`select * from saved_reports where company_id = ${actor.companyId} and id = ${id} and ${where(actor)}`,
  )
}

function where(actor: Actor): Sql {
  return leads(actor) ? sql`(user_id = ${actor.userId} or shared = 1)` : sql`user_id = ${actor.userId}`
}

type Given = { actor: Actor; id: number; report: GivenReport }

/** The file of an email, as it is stored with it: a report of its owner for dates, under the name that it had. */
export type SentReport = {
  report: number
  owner: number
  name: string
  format: ReportFormat
  start: string
  end: string
}

/** Notes in the audit that the file of an email was handed over to a person, on behalf of the report's owner. */
export function auditSentReport(work: UnitOfWork, userId: number, attachment: string): void {
  const { report: id, owner, name, ...details }: SentReport = JSON.parse(attachment)
  work.audit({
    kind: 'exports',
    event: 'report sent',
    ...{ type: 'saved_reports', id, userId: owner },
    details: { ...details, recipients: [userId] },
    // People choose the names of their reports.
    personal: { name },
  })
}

/** Whether a person gets the file of a report: their own, or a shared one if they see other people’s time. */
export function getsReport(actor: Actor, report: Pick<SavedReportRow, 'user_id' | 'shared'>): boolean {
  return report.user_id === actor.userId || (report.shared === 1 && leads(actor))
}

/** Saves a report, a new one if the id is 0; returns its id. */
export const saveReport = operation('saveReport', async (tx, { actor, id, report }: Given): Promise<number> => {
  const { companyId, userId, application } = actor
  const work = await UnitOfWork.begin(tx, companyId, { userId, application })
  const { name, search, shared, schedule } = report
  const owner = id === 0 ? userId : await checkOwnReport(tx, actor, id)
  if ((shared || schedule) && !leads(actor)) throw new RequestError(403, 'sharing_reports_needs_manager')
  await loadSettings(work.company)
  const next = schedule
    ? nextSending(schedule, tx.now, zoneFor(work.company), settingsFor(work.company).general.settings)
    : 0
  const recipients = schedule ? await existing(tx, companyId, schedule.user_ids) : []
  if (!shared && recipients.some((recipient) => recipient !== owner))
    throw new RequestError(417, 'private_report_for_others')
  const { every = '', weekday = 0, hour = 0, format = '' } = schedule ?? {}
  const columns = { name, search, shared: Number(shared), every, weekday, hour, format }
  const row = { ...columns, recipients: recipients.join(','), next }
  if (id === 0) {
    const count = await oneRow<{ n: number }>(
      tx,
      sql`select count(*) as n from saved_reports where company_id = ${companyId}`,
    )
    if (count.n >= reportsMax) throw new RequestError(417, 'too_many_reports', { max: reportsMax })
    const made = work.nextId()
    work.append('saved_reports', { id: made, user_id: userId, ...row, created: tx.now })
    await work.flush()
    await moveSetup(tx, companyId)
    return made
  }
  await tx.run(sql`update saved_reports set name = ${row.name}, search = ${row.search}, shared = ${row.shared},
      every = ${row.every}, weekday = ${row.weekday}, hour = ${row.hour}, format = ${row.format},
      recipients = ${row.recipients}, next = ${row.next} where company_id = ${companyId} and id = ${id}`)
  await moveSetup(tx, companyId)
  return id
})

/** Deletes a report. Emails of it that are still queued are not sent. */
export const removeReport = operation(
  'removeReport',
  async (tx, { actor, id }: { actor: Actor; id: number }): Promise<void> => {
    await tx.lockCompany(actor.companyId)
    await checkOwnReport(tx, actor, id)
    await tx.run(sql`delete from saved_reports where company_id = ${actor.companyId} and id = ${id}`)
    await moveSetup(tx, actor.companyId)
  },
)

/** The owner. Throws RequestError 404 for a report that the actor cannot see, 403 for one that another shares. */
async function checkOwnReport(tx: Tx, actor: Actor, id: number): Promise<number> {
  const known = await reportSeen(actor, id, tx)
  if (!known) throw new RequestError(404, 'no_such_report', { id })
  if (known.user_id !== actor.userId && !actor.isAdmin) throw new RequestError(403, 'not_your_report')
  return known.user_id
}

/** Checks that these ids belong to active people and returns them. Throws RequestError 417 otherwise. */
async function existing(tx: Tx, companyId: number, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  const rows = await tx.all<{ id: number }>(
    sql`select id from users where company_id = ${companyId} and active = 1 and ${inList(sql`id`, wanted)}`,
  )
  const known = new Set(rows.map(({ id }) => id))
  const missing = wanted.find((id) => !known.has(id))
  if (missing !== undefined) throw new RequestError(417, 'no_active_user', { field: 'schedule.user_ids', id: missing })
  return wanted
}
