import { acrossCompanies, byCompany, eachCompany } from '../company/all_companies.ts'
import { queueMail } from '../company/mail/mail_queue.ts'
import { actorOf } from '../company/rights/rights.ts'
import { leads, reportSeen, type SavedReportRow } from '../company/saved_reports.ts'
import { languageFor, loadSettings, settingsFor, translateFor, zoneFor } from '../company/settings/settings.ts'
import { type CompanyRow, CompanySnapshot } from '../engine/company_snapshot.ts'
import { inList, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { Exporter } from '../exports/exporter.ts'
import type { Format, Question } from '../exports/question.ts'
import type { Attach } from '../notifications/mails.ts'
import { nextSending } from '../rules/reports/schedule.ts'
import { type Dates, datesOf, readRange, readView } from '../rules/reports/view.ts'
import { hour, localDate } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'

/** How many hours an email with a report is worth sending. */
const worthHours = 24

/** Queues the saved reports that are due. Reports missed while no server was running are sent once. */
export async function sendDueReports(world: Pick<World, 'db' | 'now' | 'log'>): Promise<void> {
  const { db, now } = world
  const due = await acrossCompanies<{ company_id: number; id: number; next: number }>(
    world,
    (own) => sql`select company_id, id, next from saved_reports
      where ${own} and next > 0 and next <= ${now()} order by next, id limit 200`,
  )
  await eachCompany(world, byCompany(due), async ({ company_id: companyId, rows }) => {
    for (const { id, next } of rows) await db.write(sendReport, { companyId, id, next }, now())
  })
}

/** Queues the emails of a report and sets when it is due next, in one transaction, so each is queued only once. */
export const sendReport = operation(
  'sendReport',
  async (tx, { companyId, id, next }: { companyId: number; id: number; next: number }): Promise<void> => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const row = await tx.get<SavedReportRow>(
      sql`select * from saved_reports where company_id = ${companyId} and id = ${id} and next = ${next}`,
    )
    if (!row || row.every === '' || next > tx.now) return
    const { company } = work
    await loadSettings(company)
    const zone = zoneFor(company)
    const general = settingsFor(company).general.settings
    const search = new URLSearchParams(row.search)
    const { name, custom } = readRange(search)
    const dates = custom ?? datesOf(name, localDate(tx.now, zone), general)
    const people = await work.load(
      'users',
      sql`active = 1 and ${inList(sql`id`, row.recipients.split(',').map(Number))}`,
    )
    const told = { name: row.name, recipients: people.filter(({ email }) => email !== '').map((user) => user.id) }
    work.audit({ kind: 'exports', event: 'report sent', type: 'saved_reports', id, details: { ...told, ...dates } })
    for (const user of people) {
      const { id: user_id, email } = user
      if (email === '') continue
      const t = translateFor(company, user)
      const values = { report: row.name, ...dates }
      queueMail(work, {
        ...{ user_id, address: email, subject: t('{report}: {start} to {end}', values) },
        paragraphs: [t('The report “{report}” for {start} to {end} is attached.', values)],
        path: `/reports/hours?${row.search}`,
        attachment: JSON.stringify({ report: id, format: row.format, ...dates }),
        until: tx.now + worthHours * hour,
      })
    }
    await work.flush()
    const after = nextSending({ ...row, every: row.every }, tx.now, zone, general)
    await tx.run(sql`update saved_reports set next = ${after} where company_id = ${companyId} and id = ${id}`)
  },
)

type Attachment = Dates & { report: number; format: Format }

/**
 * Makes the file of an email with its recipient's current rights. There is no file, and so no email, if they may no
 * longer see the report, or if it has no time that they may see.
 */
export function reportFiles({ db, now }: Pick<World, 'db' | 'now'>, exporter: Exporter): Attach {
  return async ({ companyId, userId, attachment }) => {
    const { report: id, format, start, end }: Attachment = JSON.parse(attachment)
    const row = await db.read.get<CompanyRow>(sql`select * from companies where company_id = ${companyId}`)
    const company = row && new CompanySnapshot(row, db.read)
    const actor = company && (await actorOf(company, userId, ''))
    const report = actor && (await reportSeen(actor, id, db.read))
    if (!report || (report.user_id !== userId && !leads(actor))) return undefined
    await loadSettings(company)
    await company.look('users', [userId])
    const language = languageFor(company, company.get('users', userId))
    const view = readView(new URLSearchParams(report.search))
    const ids = (text: string) => (text === '' ? undefined : [Number(text)])
    const question: Question = {
      ...{ target: 'hours', format, check: false, actor, now: now(), start_date: start, end_date: end },
      ...{ user_ids: ids(view.user), group_ids: ids(view.group), jobcode_ids: ids(view.job || view.customer) },
      ...{ long_notes: 'refuse', decimal_mark: 'point', language, money: view.money && actor.isAdmin },
      hours: {
        item_ids: ids(view.item),
        billable: view.billable || 'both',
        group_by: view.within === '' ? [view.by] : [view.by, view.within],
        sort: view.sort,
      },
    }
    const { rows, content, close } = await exporter.begin(question).made
    try {
      if (rows === 0) return undefined
      return { name: `hours-${start}-to-${end}.${format}`, content: await content() }
    } finally {
      close()
    }
  }
}
