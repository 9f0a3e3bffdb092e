import { acrossCompanies, byCompany, eachCompany } from '../company/all_companies.ts'
import { loadCompanyChoices, tells } from '../company/mail/notification_choices.ts'
import { loadApprovers, managersOf, otherAdministrators } from '../company/rights/approvers.ts'
import { loadSettings, settingsFor, translateFor, zoneFor } from '../company/settings/settings.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import { operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { messageMax, notify, uuidsFrom } from '../resources/notifications.ts'
import type { Timesheet } from '../resources/timesheets/record.ts'
import { clockedOut, closeRunning, loadRunning } from '../resources/timesheets/running.ts'
import type { Translate } from '../rules/language/messages.ts'
import { clockOutRecipients, clockOutWords, ownClockOutWords } from '../rules/notifications/clocked_out.ts'
import { setting } from '../rules/settings/settings.ts'
import { hour } from '../rules/time/calendar.ts'
import { clockOutAt } from '../rules/time/timesheets.ts'
import type { World } from '../world.ts'

type Running = Pick<Timesheet, 'user_id' | 'start'>

/** Clocks out everyone who forgot to, as of the time set by the rule. One transaction per company. */
export async function clockOutForgotten(world: World): Promise<void> {
  const { db, now, uuid } = world
  const at = now()
  const running = await acrossCompanies<Running & { company_id: number }>(
    world,
    (own) => sql`select company_id, user_id, "start" from timesheets
      where ${own} and "end" is null and "start" <= ${at - hour}`,
  )
  await eachCompany(world, byCompany(running), async ({ company_id: companyId, rows }) => {
    const due = await forgotten(await CompanySnapshot.of(companyId, db.read), rows, at)
    const userIds = due.map((entry) => entry.user_id)
    if (userIds.length > 0) await db.write(clockOut, { companyId, userIds, uuid: uuid() }, at)
  })
}

/** Clocks out those of these users who have been on the clock too long. Checks again, with the company locked. */
export const clockOut = operation(
  'clockOut',
  async (tx, input: { companyId: number; userIds: number[]; uuid: string }): Promise<void> => {
    const work = await UnitOfWork.begin(tx, input.companyId, { userId: 0, application: '' })
    const ctx = { work, company: work.company }
    await loadRunning(input.userIds, ctx)
    const running = work.all('timesheets').filter((sheet) => sheet.end === null)
    const due = await forgotten(work.company, running, tx.now)
    const closed = due.flatMap(({ user_id, at }) => {
      const span = closeRunning(user_id, at, ctx, clockedOut)
      return span ? [{ ...span, user_id }] : []
    })
    await notifyClockedOut(closed, { work, now: tx.now, uuid: uuidsFrom(input.uuid) })
    await work.flush()
  },
)

/** A closed entry: its user, start and end. */
type Closed = { user_id: number; start: number; end: number }

/** Notifies the people and their administrators or managers, with one message per recipient and transaction. */
async function notifyClockedOut(sheets: readonly Closed[], ctx: Parameters<typeof notify>[1]): Promise<void> {
  const { company } = ctx.work
  await loadCompanyChoices(company)
  if (sheets.length === 0 || !tells(company, 'clocked-out')) return
  const ownerOf = ({ user_id }: Closed) => company.existing('users', user_id)
  await loadApprovers(
    sheets.map((sheet) => ownerOf(sheet).group_id),
    company,
  )
  const news = new Map<number, string[]>()
  for (const sheet of sheets) {
    const owner = ownerOf(sheet)
    const closed = { start: sheet.start, end: sheet.end }
    const { settings } = settingsFor(company, owner).general
    const t = translateFor(company, owner)
    const message = ownClockOutWords(closed, zoneFor(company, owner), settings.time_format, t)
    if (owner.active) notify({ user_id: owner.id, kind: 'clocked-out', message, path: '/timesheet' }, ctx)
    const who = { administrators: otherAdministrators(owner, company), managers: managersOf(owner, company) }
    for (const id of clockOutRecipients(settings, who)) {
      const reader = company.existing('users', id)
      const format = settingsFor(company, reader).general.settings.time_format
      const name = `${owner.first_name} ${owner.last_name}`
      const line = clockOutWords(name, closed, zoneFor(company, reader), format, translateFor(company, reader))
      news.set(id, [...(news.get(id) ?? []), line])
    }
  }
  await ctx.work.reserve(news.size)
  for (const [user_id, lines] of news) {
    const message = joined(lines, translateFor(company, company.get('users', user_id)))
    notify({ user_id, kind: 'clocked-out', message, path: '/approvals' }, ctx)
  }
}

/** As many of the lines as fit into a message. */
function joined(lines: readonly string[], t: Translate): string {
  const rest = `\n${t('and more, listed under Approvals')}`
  const text = lines.join('\n')
  if (text.length <= messageMax) return text
  return text.slice(0, text.lastIndexOf('\n', messageMax - rest.length)) + rest
}

/** The entries that have run too long, and when each should have ended. */
async function forgotten(company: CompanySnapshot, entries: readonly Running[], now: number) {
  await loadSettings(company)
  await company.look(
    'users',
    entries.map((entry) => entry.user_id),
  )
  return entries.flatMap(({ user_id, start }) => {
    const settings = settingsFor(company, company.get('users', user_id))
    const at = clockOutAt(start, {
      clockout_override: setting(settings, 'general', 'clockout_override'),
      clockout_override_hours: setting(settings, 'general', 'clockout_override_hours'),
    })
    return at <= now ? [{ user_id, at }] : []
  })
}
