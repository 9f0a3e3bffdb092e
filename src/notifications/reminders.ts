import { acrossCompanies, eachCompany } from '../company/all_companies.ts'
import { loadSettings, settingsFor, translateFor, zoneFor, zonesOf } from '../company/settings/settings.ts'
import { type CompanyRow, CompanySnapshot } from '../engine/company_snapshot.ts'
import { operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { notify, uuidsFrom } from '../resources/notifications.ts'
import type { User } from '../resources/users/record.ts'
import { lastOf, valueAt } from '../rules/elements.ts'
import { timeText } from '../rules/notifications/format_times.ts'
import { dueAt, type Reminder, reminderFor, sentTypes } from '../rules/notifications/reminders.ts'
import type { World } from '../world.ts'
import { groupReminders } from './group_reminders.ts'
import { claimOnce, unsent } from './sent_alerts.ts'

/** People per transaction. */
const peopleMax = 200

type SentType = (typeof sentTypes)[number]

/** Sends the reminders that have become due, each once. Those missed while no server was running are skipped. */
export async function sendDueReminders(world: World): Promise<void> {
  const { db, now, uuid } = world
  const at = now()
  const on = sql`active = 1 and enabled = 1`
  const reminding = await acrossCompanies<CompanyRow>(
    world,
    (own) => sql`select * from companies where ${own} and company_id in (
      select company_id from reminders where ${on} union select company_id from group_reminders where ${on})`,
  )
  await eachCompany(world, reminding, async (row) => {
    const company = new CompanySnapshot(row, db.read)
    const keys = await occasions(company, at)
    if (keys.length === 0 || (await unsent(keys, company)).length === 0) return
    for (let after: number | undefined = 0; after !== undefined; ) {
      after = await db.write(sendReminders, { companyId: row.company_id, after, uuid: uuid() }, at)
    }
  })
}

type Given = { companyId: number; after: number; uuid: string }

/** Reminds the next people, ordered by id; returns the last id, or undefined at the end. */
export const sendReminders = operation(
  'sendReminders',
  async (tx, { companyId, after, uuid }: Given): Promise<number | undefined> => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const { company } = work
    const keys = await occasions(company, tx.now)
    const reminderOf = await remindersByPerson(company)
    const people = (await company.list('users'))
      .filter(({ id, active }) => active && id > after)
      .sort((a, b) => a.id - b.id)
    const page: User[] = []
    const due = new Map<string, { user: User; reminder: Reminder }>()
    for (const user of people) {
      const found = dueFor(user, reminderOf, company, tx.now)
      if (found.length === 0) continue
      if (page.length === peopleMax) break
      page.push(user)
      for (const { key, reminder } of found) due.set(key, { user, reminder })
    }
    const fresh = await claimOnce(due.keys(), work)
    await work.reserve(fresh.size)
    const ctx = { work, now: tx.now, uuid: uuidsFrom(uuid) }
    for (const key of fresh) send(valueAt(due, key), ctx)
    const done = page.length < peopleMax
    if (done) await claimOnce(keys, work)
    await work.flush()
    return done ? undefined : lastOf(page).id
  },
)

/** Reminder times that are due now in the company, by time and zone. If all were handled before, no people are loaded. */
async function occasions(company: CompanySnapshot, now: number): Promise<string[]> {
  await loadSettings(company)
  const all = [...(await company.list('reminders')), ...(await groupReminders(company))]
  const sent = all.filter(({ active, enabled, reminder_type }) => active && enabled && isSent(reminder_type))
  const times = new Map(sent.map((reminder) => [`${reminder.due_time} ${reminder.due_days_of_week}`, reminder]))
  return zonesOf(company).flatMap((zone) =>
    [...times.values()].flatMap((reminder) => {
      const due = dueAt(reminder, zone, now)
      return due ? [`reminders/${due.date}/${reminder.due_time}/${zone}`] : []
    }),
  )
}

/** Makes a lookup for the reminder of a type that applies to a person. */
async function remindersByPerson(company: CompanySnapshot) {
  const key = (of: string, id: number, type: string) => `${of}/${id}/${type}`
  const ofPeople = await company.list('reminders')
  const known = new Map<string, Reminder>([
    ...ofPeople.map((reminder) => [key('user', reminder.user_id, reminder.reminder_type), reminder] as const),
    ...(await groupReminders(company)).map(
      (reminder) => [key('group', reminder.group_id, reminder.reminder_type), reminder] as const,
    ),
  ])
  return ({ id, group_id }: User, type: SentType) =>
    reminderFor(
      known.get(key('user', id, type)),
      known.get(key('group', group_id, type)),
      known.get(key('user', 0, type)),
    )
}

/** The person's reminders that are due now, each with its deduplication key. */
function dueFor(
  user: User,
  reminderOf: (user: User, type: SentType) => Reminder | undefined,
  company: CompanySnapshot,
  now: number,
): { key: string; reminder: Reminder }[] {
  if (Number(settingsFor(company, user).reminders.settings.installed) !== 1) return []
  return sentTypes.flatMap((type) => {
    const reminder = reminderOf(user, type)
    const due = reminder && dueAt(reminder, zoneFor(company, user), now)
    return due ? [{ key: `${type}/${user.id}/${due.date}/${reminder.due_time}`, reminder }] : []
  })
}

function send({ user, reminder }: { user: User; reminder: Reminder }, ctx: Parameters<typeof notify>[1]): void {
  const methods = reminder.distribution_methods.split(',')
  const channels = [
    ...(methods.includes('Push') ? (['push'] as const) : []),
    ...(methods.includes('Email') ? (['email'] as const) : []),
  ]
  // Text messages are not sent.
  if (channels.length === 0) return
  const { settings } = settingsFor(ctx.work.company, user).general
  const [hours = 0, minutes = 0] = reminder.due_time.split(':').map(Number)
  const t = translateFor(ctx.work.company, user)
  const time = timeText((hours * 3600 + minutes * 60) * 1e6, 'UTC', settings.time_format, t)
  const coming = reminder.reminder_type === 'clock-in'
  notify(
    {
      user_id: user.id,
      kind: coming ? 'clock-in' : 'clock-out',
      message: coming
        ? t('Time to clock in: your reminder is set for {time}.', { time })
        : t('You are still on the clock: your reminder to clock out is set for {time}.', { time }),
      path: '/',
      channels,
      precheck: coming ? 'off_the_clock' : 'on_the_clock',
    },
    ctx,
  )
}

function isSent(type: string): type is SentType {
  return sentTypes.some((sent) => sent === type)
}
