import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { copyDatabase } from '../../src/db/backup/file.ts'
import { cutOff, flipBit, freeListOf, middlePage, pagesOf, scramble, zero } from '../support/damage.ts'
import { placeSample } from '../support/sample_company.ts'
import { freshPlace } from '../support/server.ts'
import { clockhouse, ServedPlace } from './command.ts'

// The sample company after a day of work. For each kind of damage: who notices it, and what a repair restores.

const start = Buffer.alloc(8)
const long = 'The lift did not come, so the crew carried everything up by hand. '.repeat(28)

/** A kind of damage, and what is expected: exit codes of commands, and what a repair restores and loses. */
type Kind = {
  damage: (file: string) => void
  /** The highest status of some requests; `no start` if the server refuses the file. */
  server: number | 'no start'
  doctor: 0 | 1
  backup: 0 | 1
  verify: 0 | 1
  repair: 'whole' | 'lossy' | 'refused'
}

const kinds: Record<string, Kind> = {
  'leaf page of timesheets': {
    damage: (file) => scramble(file, middlePage(file, 'timesheets', 'leaf')),
    ...{ server: 503, doctor: 1, backup: 1, verify: 1, repair: 'whole' },
  },
  'inner page of timesheets': {
    damage: (file) => scramble(file, middlePage(file, 'timesheets', 'internal')),
    ...{ server: 503, doctor: 1, backup: 1, verify: 1, repair: 'whole' },
  },
  'leaf page of an index': {
    damage: (file) => scramble(file, middlePage(file, 'timesheets_user_date', 'leaf')),
    ...{ server: 200, doctor: 1, backup: 1, verify: 0, repair: 'whole' },
  },
  'root page of an index': {
    damage: (file) => scramble(file, pagesOf(file, 'timesheets_date')[0]!.pageno),
    ...{ server: 503, doctor: 1, backup: 1, verify: 0, repair: 'whole' },
  },
  'overflow page of timesheets': {
    damage: (file) => scramble(file, middlePage(file, 'timesheets', 'overflow')),
    ...{ server: 200, doctor: 1, backup: 1, verify: 1, repair: 'whole' },
  },
  'list of free pages': {
    damage: (file) => scramble(file, freeListOf(file)),
    ...{ server: 200, doctor: 1, backup: 1, verify: 0, repair: 'whole' },
  },
  'one bit of a note': {
    damage: (file) => flipBit(file, 'timesheets', Buffer.from('Waited for the inspector'), 3),
    ...{ server: 200, doctor: 1, backup: 1, verify: 1, repair: 'whole' },
  },
  'one bit of a time': {
    damage: (file) => flipBit(file, 'timesheets', start, 5),
    ...{ server: 200, doctor: 1, backup: 1, verify: 1, repair: 'whole' },
  },
  'one bit of a line of the audit': {
    damage: (file) => flipBit(file, 'audit_lines', Buffer.from('"name":['), 3),
    ...{ server: 200, doctor: 1, backup: 1, verify: 1, repair: 'whole' },
  },
  'the last third cut off': {
    damage: (file) => cutOff(file, 1 / 3),
    ...{ server: 'no start', doctor: 1, backup: 1, verify: 1, repair: 'lossy' },
  },
  'a page of the history zeroed': {
    damage: (file) => zero(file, middlePage(file, 'timesheet_history', 'leaf')),
    ...{ server: 200, doctor: 1, backup: 1, verify: 1, repair: 'whole' },
  },
  'the first page': {
    damage: (file) => scramble(file, 1),
    ...{ server: 'no start', doctor: 1, backup: 1, verify: 1, repair: 'refused' },
  },
}

describe('kinds of damage', () => {
  let folder: string
  let sound: string
  let token: string
  const printed: string[] = []

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clockhouse-damage-'))
    const { place, clean } = await freshPlace('sqlite')
    const company = await placeSample(place)
    const env = { CLOCKHOUSE_DATA: place.data }
    const made = await clockhouse(['token', 'create', '--user', 'olivia', '--name', 'Test', '--json'], { env })
    token = made.json().token
    const served = await ServedPlace.start(place)
    const call = async (method: string, path: string, data: unknown) => {
      const { status, text, body } = await served.call(token, method, path, data)
      assert.equal(status, 200, text)
      return body.results
    }
    const jobs = await served.call(token, 'GET', '/jobcodes?type=regular')
    const [jobcode] = Object.values(jobs.body.results.jobcodes).filter(
      (job) => !(job as { has_children: boolean }).has_children,
    ) as { id: number }[]
    await call('POST', '/jobcodes', [{ name: 'Scaffolding', assigned_to_all: true }])
    const entry = { user_id: company.adminId, jobcode_id: jobcode!.id, type: 'manual', duration: 3600 }
    await call('POST', '/timesheets', [{ ...entry, date: '2026-11-10', notes: long }])
    const backup = await clockhouse(['backup', join(folder, 'backups')], { env })
    assert.equal(backup.code, 0, backup.stderr)
    await call('POST', '/timesheets', [{ ...entry, date: '2026-11-11', notes: 'Waited for the inspector' }])
    await call('POST', '/timesheets', [{ ...entry, date: '2026-11-12', notes: long }])
    await served.stop()
    sound = join(folder, 'sound.db')
    await copyDatabase(join(place.data, 'clockhouse.db'), sound)
    await clean()
    const database = new DatabaseSync(sound)
    const [row] = database.prepare(`select start from timesheets where type = 'regular' order by id desc`).all()
    start.writeBigInt64BE(BigInt(Number(row!.start)))
    database.exec('pragma secure_delete = on; delete from geolocations')
    database.close()
  })
  after(() => {
    rmSync(folder, { recursive: true })
    console.log(printed.join('\n'))
  })

  for (const [name, { damage, ...expected }] of Object.entries(kinds))
    test(name, async () => {
      const data = join(folder, name.replaceAll(' ', '-'))
      mkdirSync(data)
      const file = join(data, 'clockhouse.db')
      const place = { databaseUrl: '', data, databasePool: 1 }
      const env = { CLOCKHOUSE_DATA: data, CLOCKHOUSE_BACKUP_DIR: join(folder, 'backups') }
      const renew = () => {
        for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
        copyFileSync(sound, file)
        damage(file)
      }
      renew()
      const server = await requests(place, token)
      renew()
      const doctor = await clockhouse(['doctor'], { env })
      const backup = await clockhouse(['backup', join(data, 'more')], { env })
      const verify = await clockhouse(['audit', 'verify'], { env })
      const repair = await clockhouse(['repair', '--replace', '--json'], { env })
      const seen = { server, doctor: doctor.code, backup: backup.code, verify: verify.code }
      const { restored, lost } = repair.stdout === '' ? { restored: '–', lost: '–' } : told(repair.json())
      const outcome = repair.stdout === '' ? 'refused' : repair.code === 0 ? 'whole' : 'lossy'
      printed.push(`| ${name} | ${Object.values(seen).join(' | ')} | ${outcome} | ${restored} | ${lost} |`)
      if (outcome !== 'refused') {
        assert.equal((await clockhouse(['audit', 'verify'], { env })).code, 0)
        if (outcome === 'whole') assert.deepEqual(differing(sound, file), [])
        assert.equal(await requests(place, token), 200)
      }
      assert.deepEqual(
        { ...seen, repair: outcome },
        expected,
        `${doctor.stdout}${backup.stderr}${verify.stdout}${repair.stdout}${repair.stderr}`,
      )
    })
})

/** The highest status of requests that read and write; `no start` if the server does not start. */
async function requests(place: Parameters<typeof ServedPlace.start>[0], token: string): Promise<number | 'no start'> {
  const served = await ServedPlace.start(place).catch(() => undefined)
  if (!served) return 'no start'
  let highest = 0
  for (let page = 1; page <= 12; page++) {
    const { status } = await served.call(token, 'GET', `/timesheets?start_date=2020-01-01&page=${page}`)
    highest = Math.max(highest, status)
  }
  const report = { start_date: '2026-11-01', end_date: '2026-11-14' }
  highest = Math.max(highest, (await served.call(token, 'POST', '/reports/payroll', report)).status)
  const group = await served.call(token, 'POST', '/groups', [{ name: 'Roofers' }])
  await served.stop()
  return Math.max(highest, group.status)
}

type Report = { tables: Table[]; disputes: unknown[]; auditLinesMended: number }
type Table = { table: string; restored: Record<string, number>; lost: unknown[]; unnamed: unknown[] }

function told({ tables, disputes, auditLinesMended }: Report): { restored: string; lost: string } {
  const restored = tables.flatMap(({ table, restored: of }) =>
    Object.entries(of).map(([source, count]) => `${count} of ${table} (${source})`),
  )
  if (disputes.length > 0) restored.push(`${disputes.length} values`)
  if (auditLinesMended > 0) restored.push(`${auditLinesMended} of audit_lines (backup)`)
  const lost = tables.flatMap(({ table, lost, unnamed }) =>
    lost.length + unnamed.length > 0 ? [`${lost.length}${unnamed.length > 0 ? ' or more' : ''} of ${table}`] : [],
  )
  return { restored: restored.join(', ') || '–', lost: lost.join(', ') || '0' }
}

/** The rows of entries, histories and people that differ between two files. */
function differing(one: string, other: string): string[] {
  const database = new DatabaseSync(one, { readOnly: true })
  database.prepare('attach ? as other').run(other)
  const found = ['timesheets', 'timesheet_history', 'users', 'jobcodes', 'audit_lines', 'files', 'file_parts'].flatMap(
    (table) =>
      ['main', 'other'].flatMap((side) =>
        database
          .prepare(`select * from ${side}.${table} except select * from ${side === 'main' ? 'other' : 'main'}.${table}`)
          .all()
          .map((row) => `${side} ${table} ${JSON.stringify(row)}`),
      ),
  )
  database.close()
  return found
}
