import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { copyDatabase } from '../../src/db/backup/file.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { anonymize } from '../../src/people_data/anonymize.ts'
import { createWebhook } from '../../src/webhooks/webhooks.ts'
import { pagesOf, scramble } from '../support/damage.ts'
import { type TestCompany, TestServer } from '../support/server.ts'
import { clockhouse } from './command.ts'

// Between the backup and the damage, a company has revoked what lets people in, changed a password, and anonymized a person.

describe('what was revoked or anonymized since the backup', () => {
  let server: TestServer
  let company: TestCompany
  let folder: string
  let gone: number
  let other: { id: number }
  const revoked = ['access_tokens', 'recovery_codes', 'sessions', 'totp', 'webhooks']

  before(async () => {
    server = await TestServer.start('sqlite')
    company = await server.company()
    folder = mkdtempSync(join(tmpdir(), 'clockhouse-revoked-'))
    gone = (await server.user(company, { first_name: 'Wilhelmina', last_name: 'Quist', username: 'wquist' })).id
    other = await server.user(company)
    await changePassword('the hash of an old password')
    const groups = Array.from({ length: 40 }, (_, index) => ({ name: `Crew ${index}` }))
    assert.equal((await server.post(company, '/groups', groups)).status, 200)
    await server.session(company.id, company.adminId)
    const hook = { types: ['*'], description: '', filter: {}, payload: 'thin', active: true } as const
    const by = { companyId: company.id, userId: 0 }
    await createWebhook(server.world, server.config, by, { ...hook, url: 'https://hooks.example.com/in' })
    run(`insert into totp values (${company.id}, ${company.adminId}, 'sealed', 1, 0, 1)`)
    run(`insert into recovery_codes values (${company.id}, ${company.adminId}, 'hash of a code', 1)`)
    const env = { CLOCKHOUSE_DATA: server.place.data }
    const backup = await clockhouse(['backup', join(folder, 'backups')], { env })
    assert.equal(backup.code, 0, backup.stderr)

    server.pass(60)
    await changePassword('the hash of a newer password')
    assert.equal((await server.put(company, '/users', [{ id: gone, active: false }])).status, 200)
    const author = { userId: company.adminId, application: '' }
    await server.db.write(anonymize, { companyId: company.id, userId: gone, author }, server.now)
    for (const table of revoked) run(`delete from ${table}`)
    await copyDatabase(join(server.place.data, 'clockhouse.db'), join(folder, 'sound.db'))
  })
  after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  const changePassword = (password: string) =>
    server.db.write(setPassword, { companyId: company.id, userId: other.id, password, own: false }, server.now)

  const run = (text: string) => {
    const database = new DatabaseSync(join(server.place.data, 'clockhouse.db'), { timeout: 5000 })
    database.exec(text)
    database.close()
  }

  /** A table and its indexes, as they are called. */
  const treesOf = (file: string, table: string) => {
    const database = new DatabaseSync(file, { readOnly: true })
    const names = database.prepare('select name from sqlite_schema where tbl_name = ? and rootpage > 0').all(table)
    database.close()
    return names.map(({ name }) => String(name))
  }

  test('a repair takes neither from the backup, and names what it leaves out', async () => {
    const data = mkdtempSync(join(folder, 'data-'))
    const file = join(data, 'clockhouse.db')
    copyFileSync(join(folder, 'sound.db'), file)
    // Without their indexes, nothing says that there are no rows.
    for (const name of [...revoked.flatMap((table) => treesOf(file, table)), 'users'])
      scramble(file, pagesOf(file, name)[0]!.pageno)
    const [oldest] = pagesOf(file, 'audit_lines').filter(({ pagetype, path }) => pagetype === 'leaf' && path !== '/')
    scramble(file, oldest!.pageno)
    const env = { CLOCKHOUSE_DATA: data, CLOCKHOUSE_BACKUP_DIR: join(folder, 'backups') }
    const { code, stdout } = await clockhouse(['repair', '--replace'], { env })
    assert.equal(code, 1, stdout)
    assert.match(stdout, /audit_lines +\d+ +0 +0 +0 +[1-9]/)
    assert.match(stdout, /The audit of \S+: \d+ lines, unbroken/)
    const database = new DatabaseSync(file, { readOnly: true })
    const all = (text: string) => database.prepare(text).all()
    for (const table of revoked) {
      assert.equal(all(`select count(*) as rows from ${table}`)[0]!.rows, 0, table)
      assert.match(stdout, new RegExp(`Not taken from the backup, because they may have been .*: ${table} `))
    }
    assert.match(stdout, new RegExp(`the secrets, such as passwords, of users .*\\b${other.id}\\b`))
    const people = all('select id, first_name, last_name, active, password from users order by id')
    assert.deepEqual(
      { ...people.find(({ id }) => id === gone) },
      {
        ...{ id: gone, first_name: 'Former', last_name: `person ${gone}`, active: 0, password: '' },
      },
    )
    assert.equal(people.find(({ id }) => id === other.id)!.password, '')
    assert.equal(people.length, 3)
    database.close()
    assert.doesNotMatch(readFileSync(file, 'latin1'), /wilhelmina|wquist/i)
  })
})
