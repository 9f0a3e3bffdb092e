import { acrossCompanies, byCompany, eachCompany } from '../company/all_companies.ts'
import { queueMail } from '../company/mail/mail_queue.ts'
import { actorOf } from '../company/rights/rights.ts'
import { getsReport, reportSeen, type SavedReportRow, type SentReport } from '../company/saved_reports.ts'
import { languageFor, loadSettings, settingsFor, translateFor, zoneFor } from '../company/settings/settings.ts'
import { type CompanyRow, CompanySnapshot } from '../engine/company_snapshot.ts'
import { inList, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { Exporter } from '../exports/exporter.ts'
import type { Question } from '../exports/question.ts'
import type { Attach } from '../notifications/mails.ts'
import { messageMax, notify, uuidsFrom } from '../resources/notifications.ts'
import type { User } from '../resources/users/record.ts'
import { seesPay } from '../rules/people/sight.ts'
import { isProved } from '../rules/people/vouching.ts'
import { nextSending } from '../rules/reports/schedule.ts'
import { type Dates, datesOf, readRange, readView } from '../rules/reports/view.ts'
import { hour, localDate } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'

/** How many hours an email with a report is worth sending. */
const worthHours = 24

/** Queues the saved reports that are due. Reports missed while no server was running are sent once. */
export async function sendDueReports(world: Pick<World, 'db' | 'now' | 'log' | 'uuid'>): Promise<void> {
  const { db, now, uuid } = world
  const due = await acrossCompanies<{ company_id: number; id: number; next: number }>(
    world,
    (own) => sql`select company_id, id, next from saved_reports
      where ${own} and next > 0 and next <= ${now()} order by next, id limit 200`,
  )
  await eachCompany(world, byCompany(due), async ({ company_id: companyId, rows }) => {
    for (const { id, next } of rows) await db.write(sendReport, { companyId, id, next, uuid: uuid() }, now())
  })
}

type Due = { companyId: number; id: number; next: number; uuid: string }

/** Queues the emails of a report and sets when it is due next, in one transaction, so each is queued only once. */
export const sendReport = operation('sendReport', async (tx, { companyId, id, next, uuid }: Due): Promise<void> => {
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
  const wanted = row.recipients.split(',').map(Number)
  const people = await work.load('users', inList(sql`id`, wanted.concat(row.user_id)))
  const unserved: string[] = []
  for (const user of people.filter((one) => wanted.includes(one.id))) {
    const actor = await actorOf(company, user.id, '')
    if (user.email !== '' && actor && getsReport(actor, row)) queueReport(work, user, row, dates)
    else unserved.push(`${user.first_name} ${user.last_name}`.trim())
  }
  const owner = people.find((user) => user.id === row.user_id)
  if (owner?.active && unserved.length > 0) {
    const t = translateFor(company, owner)
    const message = t('The report “{report}” does not reach {names}: they have no email address, or may not see it.', {
      report: row.name,
      names: unserved.join(', '),
    }).slice(0, messageMax)
    const note = { user_id: owner.id, kind: 'message', message, path: '/reports/hours' } as const
    notify(note, { work, now: tx.now, uuid: uuidsFrom(uuid) })
  }
  await work.flush()
  const after = nextSending({ ...row, every: row.every }, tx.now, zone, general)
  await tx.run(sql`update saved_reports set next = ${after} where company_id = ${companyId} and id = ${id}`)
})

/** Queues the email of a report. The file goes only to an address that is proved to be the person’s, otherwise a link. */
function queueReport(work: UnitOfWork, user: User, row: SavedReportRow, dates: Dates): void {
  const { id, user_id: owner, name, search, format } = row
  const t = translateFor(work.company, user)
  const values = { report: name, ...dates }
  const sent = { report: id, owner, name, format, ...dates }
  const { id: user_id, email: address } = user
  const isAttached = isProved(user)
  const text = isAttached
    ? t('The report “{report}” for {start} to {end} is attached.', values)
    : t('The report “{report}” for {start} to {end} is ready. Sign in to see it.', values)
  const how = t(
    'The file is attached once it is certain that this address is yours: choose “Forgot your password?” where you sign in, and open the link that you get here.',
  )
  queueMail(work, {
    ...{ user_id, address, subject: t('{report}: {start} to {end}', values) },
    paragraphs: isAttached ? [text] : [text, how],
    path: `/reports/hours?${search}`,
    attachment: isAttached ? JSON.stringify(sent) : '',
    until: work.tx.now + worthHours * hour,
  })
}

/**
 * Makes the file of an email with its recipient's current rights. There is no file, and so no email, if they may no
 * longer see the report, or if it has no time that they may see.
 */
export function reportFiles({ db, now }: Pick<World, 'db' | 'now'>, exporter: Exporter): Attach {
  return async ({ companyId, userId, attachment }) => {
    const { report: id, format, start, end }: SentReport = JSON.parse(attachment)
    const row = await db.read.get<CompanyRow>(sql`select * from companies where company_id = ${companyId}`)
    const company = row && new CompanySnapshot(row, db.read)
    const actor = company && (await actorOf(company, userId, ''))
    const report = actor && (await reportSeen(actor, id, db.read))
    if (!report || !getsReport(actor, report)) return undefined
    await loadSettings(company)
    await company.look('users', [userId])
    const language = languageFor(company, company.get('users', userId))
    const view = readView(new URLSearchParams(report.search))
    const ids = (text: string) => (text === '' ? undefined : [Number(text)])
    const question: Question = {
      ...{ target: 'hours', format, check: false, actor, now: now(), start_date: start, end_date: end },
      ...{ user_ids: ids(view.user), group_ids: ids(view.group), jobcode_ids: ids(view.job || view.customer) },
      ...{ long_notes: 'refuse', decimal_mark: 'point', language, money: view.money && seesPay(actor) },
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
