// node bench/rules.ts [--rows 200000 --data folder --only california --rounds 9]
// The CPU time of both payroll reports for a month, with each preset of overtime rules and shifts split between
// workdays, relative to the database’s own sums of the same time. The runs alternate, and figures are medians. The range
// moves by a day each time; for `unchanged`, it stays the same. If a folder is given, the data is kept there.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase, openSnapshots } from '../src/db/open.ts'
import { operation, sql } from '../src/engine/sql.ts'
import { UnitOfWork } from '../src/engine/unit_of_work.ts'
import { operations } from '../src/operations.ts'
import { presets } from '../src/rules/overtime/overtime.ts'
import { machineClock } from '../src/world.ts'
import '../src/resources/index.ts'
import { type Loaded, load } from './load.ts'
import { compareReports } from './reports.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    data: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '9' },
  },
})

type Settings = { companyId: number; rows: [section: string, key: string, value: string][] }

const putSettings = operation('bench.settings', async (tx, { companyId, rows }: Settings): Promise<void> => {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  await tx.run(sql`delete from settings where company_id = ${companyId} and scope = 'company'
    and ((section = 'overtime' and key = 'rules') or (section = 'general' and key = 'shift_boundary'))`)
  for (const [section, key, value] of rows)
    work.append('settings', {
      ...{ scope: 'company', scope_id: 0, section, key },
      ...{ value: JSON.stringify(value), last_modified: work.stamp },
    })
  await work.flush()
})

const folder = options.data || mkdtempSync(join(tmpdir(), 'clockhouse-rules-'))
const place = { data: folder, databaseUrl: '', databasePool: 2 }
try {
  const loaded = await fill()
  const chosen = Object.keys(presets).filter((preset) => preset.includes(options.only))
  for (const preset of chosen) {
    await choose(loaded.companyId, preset)
    const snapshots = await openSnapshots(place)
    const texts: string[] = []
    for (const report of ['payroll', 'payroll_by_jobcode'] as const)
      for (const days of [5, 1]) {
        const { whole, bare } = await compareReports(report, snapshots, loaded, Number(options.rounds), { days })
        const what = days > 1 ? report : 'unchanged'
        texts.push(`${what} ${whole.toFixed(1)} / ${bare.toFixed(1)} ms = ${(whole / bare).toFixed(2)}`)
      }
    await snapshots.close()
    console.log(`${preset.padEnd(21)} ${texts.join('   ')}`)
  }
} finally {
  if (!options.data) rmSync(folder, { recursive: true, force: true })
}

/** Returns the data in the folder, or fills it. */
async function fill(): Promise<Loaded> {
  const known = join(folder, 'loaded.json')
  if (existsSync(known)) return JSON.parse(readFileSync(known, 'utf8')) as Loaded
  const loaded = await load(place, Number(options.rows))
  writeFileSync(known, JSON.stringify(loaded))
  return loaded
}

/** Makes a preset the company’s rules. */
async function choose(companyId: number, preset: string): Promise<void> {
  const db = await openDatabase(place, machineClock(), { operations: [...operations, putSettings] }, () => {})
  const boundary = preset === 'none' ? 'start' : 'split'
  await db.write(
    putSettings,
    {
      companyId,
      rows: [
        ['overtime', 'rules', preset],
        ['general', 'shift_boundary', boundary],
      ],
    },
    machineClock(),
  )
  await db.close()
}
