import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationNames } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { type Db, operation, type Row, raw, sql } from '../../src/engine/sql.ts'
import { operations } from '../../src/operations.ts'
import { createCompany } from '../../src/resources/companies.ts'
import { freshPlace, onBoth, startOfTests } from '../support/server.ts'

// What came with the schedule is taken away again, as if the database had been made before.
const forget = operation('test.forget', async (tx, spent: number) => {
  await tx.run(sql`update companies set id_next = 0, id_limit = 0, id_spare = '' where company_id >= ${spent}`)
  for (const table of ['schedule_calendars', 'schedule_events', 'reminders', 'invitations'])
    await tx.run(raw(`drop table ${table}`))
  await tx.run(sql`delete from migrations where name = ${'0006_schedule.sql'}`)
})

onBoth('companies from before there was a schedule', (database) => {
  test('have a calendar when the server starts, under a number that nothing else has', async () => {
    assert.ok(migrationNames().includes('0006_schedule.sql'))
    const { place, clean } = await freshPlace(database)
    const open = () => openDatabase(place, startOfTests, { operations: [...operations, forget] }, () => {})
    const company = (db: Db, name: string) => {
      const person = { first_name: 'A', last_name: 'B', username: 'ada', email: '', password: '', tz: 'UTC' }
      return db.write(createCompany, { company_name: name, ...person }, startOfTests)
    }
    let db = await open()
    for (const name of ['One', 'Two', 'Three', 'Four']) await company(db, name)
    // The last two have used up all the numbers that they had claimed.
    await db.write(forget, 3, startOfTests)
    await db.close()
    db = await open()
    await company(db, 'Five')
    const calendars = await db.read.all<Row>(sql`select * from schedule_calendars order by company_id`)
    assert.deepEqual(
      calendars.map((row) => [row.company_id, row.name, row.created]),
      [1, 2, 3, 4, 5].map((id) => [id, 'Schedule', startOfTests]),
    )
    const companies = await db.read.all<Row>(
      sql`select company_id, id_next, id_limit from companies order by company_id`,
    )
    const users = await db.read.all<Row>(sql`select id from users`)
    const blocks = companies.map((row) => Math.floor((row.id_next as number) / 4096))
    assert.equal(new Set(blocks).size, 5, 'nobody shares a block of numbers')
    for (const [index, { id_next, id_limit }] of companies.entries()) {
      assert.equal(calendars[index]!.id, (id_next as number) - 1)
      assert.equal((id_limit as number) % 4096, 0)
    }
    assert.equal(new Set([...calendars, ...users].map((row) => row.id)).size, 10)
    await db.close()
    await clean()
  })
})
