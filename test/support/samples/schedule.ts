import { operation } from '../../../src/engine/sql.ts'
import { UnitOfWork } from '../../../src/engine/unit_of_work.ts'
import { batches, fresh, numbered, put, type Sample } from '../sampling.ts'
import { write } from '../seed.ts'
import type { TestCompany } from '../server.ts'

type People = { calendar: number; users: number[]; invited: number }

/** What the samples of each company need to know about each other. */
const known = new WeakMap<TestCompany, People>()

function of(company: TestCompany): People {
  const found = known.get(company) ?? { calendar: 0, users: [], invited: 0 }
  known.set(company, found)
  return found
}

// The API neither creates nor changes calendars: this does, bypassing it.
const addCalendars = operation(
  'test.addCalendars',
  async (tx, { companyId, count }: { companyId: number; count: number }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    for (const n of numbered(count)) work.insert('schedule_calendars', { name: `Calendar ${n}` })
    await work.flush()
  },
)
const renameCalendar = operation(
  'test.renameCalendar',
  async (tx, { companyId, id }: { companyId: number; id: number }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    await work.company.list('schedule_calendars')
    work.change('schedule_calendars', id, { name: fresh() })
    await work.flush()
  },
)

const reminderTypes = ['clock-in', 'clock-out', 'shift-published', 'shift-start-before', 'shift-end-after']
const reminded = 80

/** The schedule, its reminders, and invitations. */
export const scheduleSamples: Record<string, Sample> = {
  schedule_calendars: {
    all: () => '?ids=',
    reversed: false,
    order: (row) => row.id,
    make: (server, company, count) => write(server, addCalendars, { companyId: company.id, count: count - 1 }),
    touch: (server, company, id) => write(server, renameCalendar, { companyId: company.id, id }),
  },
  schedule_events: {
    all: (company) => `?schedule_calendar_ids=${of(company).calendar}&start=2000-01-01T00:00:00Z`,
    reversed: true,
    order: (row) => row.start,
    item: (n, company) => {
      const start = Date.UTC(2027, 0, 1) - n * 3_600_000
      return {
        schedule_calendar_id: of(company).calendar,
        start: new Date(start).toISOString(),
        end: new Date(start + 3_600_000).toISOString(),
        timezone: 'UTC',
        assigned_user_ids: [String(company.adminId)],
        title: `Shift ${n}`,
      }
    },
    change: { notes: 'changed' },
    async make(server, company, count) {
      of(company).calendar = (await server.list(company, 'schedule_calendars'))[0]!.id
      const items = numbered(count).map((n) => this.item!(n, company))
      await batches(server, company, 'schedule_events', items)
    },
    touch: put('schedule_events', () => ({ title: fresh() })),
    references: { schedule_calendar_id: 'schedule_calendars', jobcode_id: 'jobcodes', assigned_user_ids: 'users' },
    numbers: { users_ids: 'users', jobcode_ids: 'jobcodes' },
  },
  reminders: {
    all: (company) => `?user_ids=${[0, ...of(company).users]}`,
    nothing: '?user_ids=2000000001',
    reversed: false,
    order: (row) => row.id,
    item: (n, company) => ({
      user_id: of(company).users[n % reminded],
      reminder_type: reminderTypes[Math.floor(n / reminded) % reminderTypes.length],
      due_time: '07:55:00',
      due_days_of_week: 'Mon',
      distribution_methods: 'Push',
      active: true,
      enabled: true,
    }),
    change: { enabled: false },
    async make(server, company, count) {
      const people = numbered(reminded).map((n) => ({ username: `reminded${n}`, first_name: 'R', last_name: `${n}` }))
      of(company).users = (await batches(server, company, 'users', people)).map((row) => row.id)
      const items = numbered(count).map((n) => this.item!(n, company))
      await batches(server, company, 'reminders', items)
    },
    touch: put('reminders', () => {
      minute = (minute + 5) % 60
      return { due_time: `08:${String(minute).padStart(2, '0')}:00` }
    }),
    references: { user_id: 'users' },
  },
  invitations: {
    all: () => '',
    reversed: false,
    order: () => 0,
    item: (n, company) => ({
      contact_method: 'email',
      contact_info: `guest${n}@x.example`,
      user_id: of(company).invited,
    }),
    async make(server, company) {
      of(company).invited = (await server.user(company)).id
    },
    async touch(server, company) {
      await server.post(company, '/invitations', [this.item!(0, company)])
    },
  },
}

let minute = 0
