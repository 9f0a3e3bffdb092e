import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createCompany } from '../../src/company/companies.ts'
import { openDatabase, type Place } from '../../src/db/open.ts'
import { hashPassword } from '../../src/identity/people.ts'
import { operations } from '../../src/operations.ts'
import { companyName, owner, zone } from '../../src/sample/company.ts'
import { fillCompany } from '../../src/sample/fill.ts'
import { logger, realWorld } from '../../src/world.ts'
import { databaseFolder } from './folders.ts'

/** Wednesday 2026-11-18, 10:20 in Denver: the initial time of browser tests, so that there is a week to look at. */
export const startOfDay = Date.UTC(2026, 10, 18, 17, 20) * 1000

/** Everyone's password. */
export const password = 'clockhouse-sandbox'

/** The company of the sandbox, with its owner and an employee. */
export type SampleCompany = { id: number; slug: string; adminId: number; employeeId: number }

const yearsBack = 3 * 365 * 86_400_000_000
const description = 'company.json'

/** Creates a folder with the sandbox's company. `placeSample` copies it in every file that finds it at TEST_SAMPLE. */
export async function prepareSample(): Promise<{ folder: string; remove: () => void }> {
  const folder = databaseFolder('clockhouse-sample-')
  const company = await fill({ databaseUrl: '', databasePool: 1, data: folder })
  writeFileSync(join(folder, description), JSON.stringify(company))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Puts the sandbox's company into an empty folder: a copy of the company that the test run has prepared, or a new one.
 */
export async function placeSample(place: Place): Promise<SampleCompany> {
  const folder = process.env.TEST_SAMPLE
  if (!folder) return fill(place)
  cpSync(folder, place.data, { recursive: true, filter: (path) => !path.endsWith(description) })
  setApart(join(place.data, 'clockhouse.db'))
  return JSON.parse(readFileSync(join(folder, description), 'utf8'))
}

let copies = 0

/** Gives a copy a unique stamp, so that a browser does not reuse cached answers of another copy. */
function setApart(file: string): void {
  copies += 1
  const db = new DatabaseSync(file)
  db.prepare('update companies set stamp = stamp + ?').run(copies)
  db.close()
}

async function fill(place: Place): Promise<SampleCompany> {
  const db = await openDatabase(place, startOfDay, { operations: [...operations, fillCompany] }, () => {})
  try {
    realWorld(db, logger('silent'))
    const hashed = await hashPassword(password)
    const person = { first_name: 'Olivia', last_name: 'Hart', username: owner, email: '', password: hashed }
    const given = { company_name: companyName, tz: zone, ...person }
    const made = await db.write(createCompany, given, startOfDay - yearsBack)
    if ('refused' in made) throw new Error('there is a company already')
    const { company_id: companyId, user_id: ownerId, client_url: slug } = made
    const { employeeId } = await db.write(fillCompany, { companyId, ownerId, seed: 1, password: hashed }, startOfDay)
    return { id: companyId, slug, adminId: ownerId, employeeId }
  } finally {
    await db.close()
  }
}
