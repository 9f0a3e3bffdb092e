import { acrossCompanies, eachCompany } from '../company/all_companies.ts'
import { queueMail } from '../company/mail/mail_queue.ts'
import { loadSettings, translateFor, zoneFor } from '../company/settings/settings.ts'
import { inList, operation, type Sql, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { Translate } from '../rules/language/messages.ts'
import type { Choices } from '../rules/notifications/choices.ts'
import { clockStateOf, planOf, type Sheet } from '../rules/notifications/delivery.ts'
import { type KindName, kinds } from '../rules/notifications/kinds.ts'
import { noticeMail } from '../rules/notifications/mail_subjects.ts'
import { isOwnClaim } from '../rules/people/vouching.ts'
import { addDays, localDate } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'

/** Most notifications and deliveries per transaction: other changes to the company wait for it. */
const notesMax = 500
const deliveriesMax = 1000

/** The columns of a notification that matter here. */
type Note = {
  id: number
  user_id: number
  kind: KindName
  method: string
  channels: string
  precheck: string
  message: string
  path: string
}

/** Decides what happens to the notifications that are due, and queues their deliveries. */
export async function dispatchDue(world: World): Promise<void> {
  const { db, now, mailer, sight } = world
  const onlyNew = sight.clock.isDoubtful()
  const due = await acrossCompanies<{ company_id: number }>(
    world,
    (own) => sql`select distinct company_id from notifications
      where ${own} and ${isDue(now(), onlyNew)}`,
  )
  await eachCompany(world, due, async ({ company_id: companyId }) => {
    while (await db.write(dispatch, { companyId, mails: mailer !== undefined, onlyNew }, now()));
  })
}

/** `onlyNew`: notifications that were scheduled for a later time wait, because the clock may be wrong. */
type Dispatch = { companyId: number; mails: boolean; onlyNew: boolean }

/** Condition on notifications that are due. */
function isDue(now: number, onlyNew: boolean): Sql {
  const due = sql`state = 'scheduled' and delivery_time <= ${now}`
  return onlyNew ? sql`${due} and delivery_time <= created` : due
}

/**
 * Dispatches the next notifications of a company; returns true if there may be more. It locks the company, so a
 * notification is deleted either before this or too late.
 */
export const dispatch = operation('dispatch', async (tx, { companyId, mails, onlyNew }: Dispatch): Promise<boolean> => {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  const notes = await work.load('notifications', isDue(tx.now, onlyNew), {
    index: 'notifications_due',
    first: { order: sql`delivery_time, id`, limit: notesMax },
  })
  const { recipientOf, devicesOf, company } = await factsOf(work, notes, mails)
  let deliveries = 0
  let done = 0
  for (const note of notes) {
    if (deliveries >= deliveriesMax) break
    done += 1
    const recipient = recipientOf(note.user_id)
    const plan = recipient && planOf(note, recipient, company, tx.now)
    const devices = plan?.push ? devicesOf(note.user_id) : []
    const count = devices.length + (plan?.email ? 1 : 0)
    const state = plan ? (count > 0 ? 'sending' : 'delivered') : 'discarded'
    work.change('notifications', note.id, { state })
    if (!plan || count === 0) continue
    deliveries += count
    await work.reserve(2 * count)
    const { due, until } = plan
    const row = { notification_id: note.id, user_id: note.user_id, ...queued, created: tx.now, due, until }
    for (const { id, name, host } of devices)
      work.append('deliveries', { id: work.nextId(), ...row, channel: 'push', device_id: id, target: name, host })
    if (plan.email) mail(note, recipient!, row, work)
  }
  await work.flush()
  return done === notesMax || done < notes.length
})

const queued = { state: 'queued', attempts: 0, status: 0, error: '', settled: 0 }

type Row = { user_id: number; due: number; until: number }

/** `isOwnClaim`: only the person says that this address is theirs. */
type Recipient = { address: string; isOwnClaim: boolean; t: Translate }

function mail({ kind, message, path }: Note, recipient: Recipient, row: Row, work: UnitOfWork): void {
  const { address, t } = recipient
  // What is about others goes to no address that may be a slip of the pen.
  const isKeptBack = recipient.isOwnClaim && kinds[kind].whose === 'managers'
  const text = isKeptBack ? t('Sign in to read it: no one has confirmed that this is your address.') : message
  const deliveryId = work.nextId()
  work.append('deliveries', { id: deliveryId, ...row, channel: 'email', device_id: 0, target: address, host: '' })
  const { user_id, due, until } = row
  queueMail(work, { user_id, address, ...noticeMail(kind, text, t), path, deliveryId, due, until })
}

type Device = { id: number; user_id: number; name: string; host: string }

/** Loads the facts for the decisions, with a fixed number of queries. */
async function factsOf(work: UnitOfWork, notes: readonly Note[], mails: boolean) {
  const { tx, company } = work
  const companyId = company.row.company_id
  const userIds = [...new Set(notes.map((note) => note.user_id))]
  const ofUsers = inList(sql`user_id`, userIds)
  await company.look('users', userIds)
  await loadSettings(company)
  const chosen = await tx.all<{ user_id: number; choices: string }>(
    sql`select user_id, choices from notification_choices
      where company_id = ${companyId} and (user_id = 0 or ${ofUsers})`,
  )
  const choices = new Map(chosen.map((row): [number, Choices] => [row.user_id, JSON.parse(row.choices)]))
  const rows = await tx.all<Omit<Device, 'host'> & { endpoint: string }>(
    sql`select id, user_id, name, endpoint from push_devices where company_id = ${companyId} and ${ofUsers} order by id`,
  )
  const devices = Map.groupBy(
    rows.map(({ endpoint, ...row }): Device => ({ ...row, host: new URL(endpoint).host })),
    (row) => row.user_id,
  )
  const devicesOf = (userId: number) => devices.get(userId) ?? []
  const sheets = await sheetsOf(
    work,
    notes.filter((note) => note.precheck !== 'none').map((note) => note.user_id),
  )
  const recipientOf = (userId: number) => {
    const user = company.get('users', userId)
    if (!user) return undefined
    const zone = zoneFor(company, user)
    return {
      active: user.active,
      ...clockStateOf(sheets.get(userId) ?? [], tx.now, localDate(tx.now, zone)),
      zone,
      t: translateFor(company, user),
      choices: choices.get(userId) ?? {},
      address: mails ? user.email : '',
      isOwnClaim: isOwnClaim(user),
      devices: devicesOf(userId).length,
    }
  }
  return { recipientOf, devicesOf, company: choices.get(0) ?? {} }
}

/** Running timesheets, and time off around today, of people whose notifications have a precheck. */
async function sheetsOf({ tx, company }: UnitOfWork, userIds: readonly number[]) {
  if (userIds.length === 0) return new Map<number, Sheet[]>()
  const today = localDate(tx.now, 'UTC')
  const off = sql`case when j.type in ('pto', 'unpaid_time_off') then 1 else 0 end`
  const sheets = sql`select t.user_id, t.type, t.date, t."start", t."end", ${off} as off from timesheets t
    left join jobcodes j on j.company_id = t.company_id and j.id = t.jobcode_id
    where t.company_id = ${company.row.company_id} and ${inList(sql`t.user_id`, [...new Set(userIds)])}`
  const rows = await tx.all<Omit<Sheet, 'off'> & { user_id: number; off: number }>(
    sql`${sheets} and t."end" is null
      union all
      ${sheets} and t."end" is not null and t.date between ${addDays(today, -1)} and ${addDays(today, 1)}
        and j.type in ('pto', 'unpaid_time_off')`,
  )
  return Map.groupBy(
    rows.map((row) => ({ ...row, off: row.off === 1 })),
    (row) => row.user_id,
  )
}
