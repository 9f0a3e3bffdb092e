import { createCompany, newUser } from '../src/company/companies.ts'
import { openDatabase, type Place } from '../src/db/open.ts'
import { operation } from '../src/engine/sql.ts'
import type { TableName, Values } from '../src/engine/table.ts'
import { UnitOfWork } from '../src/engine/unit_of_work.ts'
import { createToken } from '../src/oauth/tokens.ts'
import { operations } from '../src/operations.ts'
import { newItem } from '../src/resources/customfielditems.ts'
import { addDays, instantOf, weekday } from '../src/rules/time/calendar.ts'
import { logger, machineClock, realWorld } from '../src/world.ts'
import { jobcodeRow } from '../test/support/seed.ts'
import { repeatInEarlierYears } from './earlier_years.ts'

/** The size of the load, and how to access it: a token of the large company, and one of each small company. */
export type Loaded = {
  token: string
  smallTokens: string[]
  companyId: number
  users: number[]
  jobcodes: number[]
  lastDay: string
  timesheets: number
}

const zone = 'America/Denver'
const lastDay = '2026-02-27'

/** Timesheets beyond this number are copies in earlier years, which the database makes itself. */
const writtenMax = 1_000_000

/**
 * Fills a database: one company with `people` users, 500 jobcodes and nearly all of the timesheets (four per person and
 * working day), and 200 small companies.
 */
export async function load(place: Place, timesheets: number, people = 200): Promise<Loaded> {
  const loaded = await write(place, Math.min(timesheets, writtenMax), people)
  if (timesheets > writtenMax)
    await repeatInEarlierYears(place, loaded.companyId, Math.round(timesheets / writtenMax) - 1)
  return { ...loaded, timesheets }
}

async function write(place: Place, timesheets: number, people: number): Promise<Loaded> {
  const now = machineClock()
  const db = await openDatabase(place, now, { operations: [...operations, insertRows] }, () => {})
  const world = realWorld(db, logger('silent'))
  const company = async (name: string) => {
    const made = await db.write(
      createCompany,
      { company_name: name, first_name: 'Ada', last_name: 'Admin', username: 'ada', email: '', password: '', tz: zone },
      now,
    )
    if ('refused' in made) throw new Error(made.refused)
    return made
  }
  const insert = async (companyId: number, resource: TableName, rows: Values[]) => {
    const ids: number[] = []
    for (let start = 0; start < rows.length; start += 5000)
      ids.push(
        ...(await db.write(insertRows, { companyId, resource, rows: rows.slice(start, start + 5000) }, machineClock())),
      )
    return ids
  }

  const big = await company('Big Builders')
  const users = await insert(
    big.company_id,
    'users',
    Array.from({ length: people }, (_, index) => userRow(index)),
  )
  const jobcodes = await insert(
    big.company_id,
    'jobcodes',
    Array.from({ length: 500 }, (_, index) => jobcodeRow({ name: `Job ${index}` })),
  )
  const [field] = await insert(big.company_id, 'customfields', [fieldRow()])
  const items = await insert(
    big.company_id,
    'customfielditems',
    Array.from({ length: 8 }, (_, index) => newItem(field!, `Task ${index}`)),
  )
  const choices = items.map((item) => ({ [field!]: item }))
  const small = 200
  const each = Math.floor(timesheets / 1000)
  const ofBig = timesheets - small * each
  const tokenOf = async (companyId: number, userId: number) =>
    (await createToken(world, { companyId, userId, name: 'bench' })).token
  for (const rows of sheets(users, jobcodes, ofBig, choices)) await insert(big.company_id, 'timesheets', rows)
  const smallTokens: string[] = []
  for (let index = 0; index < small; index++) {
    const made = await company(`Small ${index}`)
    for (const rows of sheets([made.user_id], [0], each)) await insert(made.company_id, 'timesheets', rows)
    smallTokens.push(await tokenOf(made.company_id, made.user_id))
  }
  const token = await tokenOf(big.company_id, big.user_id)
  await db.close()
  return { token, smallTokens, companyId: big.company_id, users, jobcodes, lastDay, timesheets }
}

type Rows = { companyId: number; resource: TableName; rows: Values[] }

const insertRows = operation('bench.insert', async (tx, { companyId, resource, rows }: Rows) => {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' }, { history: false })
  await work.reserve(rows.length)
  const ids = rows.map((row) => work.insert(resource, row).id as number)
  await work.flush()
  return ids
})

/** Generates timesheets backwards from the last working day, four per person and day, in chunks. */
function* sheets(users: number[], jobcodes: number[], total: number, choices: Values[] = []): Generator<Values[]> {
  let made = 0
  let rows: Values[] = []
  for (let day = lastDay; made < total; day = addDays(day, -1)) {
    if (weekday(day) === 0 || weekday(day) === 6) continue
    for (const [position, user] of users.entries())
      for (const hour of [7, 9.5, 12.5, 15]) {
        if (made >= total) break
        const start = instantOf(day, hour * 3600, zone)
        // Every third one has a custom field value.
        const customfields = (made % 3 === 0 && choices[made % choices.length]) || {}
        rows.push({ ...sheetRow(user, jobcodes[(position * 7 + made) % jobcodes.length]!, day, start), customfields })
        made += 1
      }
    if (rows.length >= 5000) {
      yield rows
      rows = []
    }
  }
  yield rows
}

function sheetRow(user_id: number, jobcode_id: number, date: string, start: number): Values {
  const duration = 2 * 3600 + ((start / 1_000_000 / 60) % 25) * 60
  return {
    user_id,
    jobcode_id,
    type: 'regular',
    start,
    end: start + duration * 1_000_000,
    duration,
    date,
    tz: -7,
    tz_str: zone,
    location: 'Time clock',
    locked: 0,
    notes: 'Second floor, north side',
    customfields: {},
    attached_files: [],
    created_by_user_id: user_id,
    created: start,
    version: 1,
    time_off_entry_id: 0,
  }
}

function fieldRow(): Values {
  return {
    active: true,
    required: false,
    applies_to: 'timesheet',
    type: 'managed-list',
    short_code: 'task',
    regex_filter: '',
    name: 'Task',
    created: 0,
    required_customfields: [],
    show_to_all: true,
  }
}

function userRow(index: number): Values {
  const last_name = `Last${String(index).padStart(4, '0')}`
  const person = { first_name: `First${index}`, last_name, username: `user${index}`, payroll_id: `P${index}` }
  return newUser({ ...person, employee_number: index + 1, hire_date: '2020-01-01' })
}
