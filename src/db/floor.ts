import { type Handle, sql } from '../engine/sql.ts'
import type { Floor } from '../sight/watched.ts'
import { migrationState } from './migrate.ts'

/** Watches whether a newer version has changed the database in a way that this program would have to know. */
export class DatabaseFloor implements Floor {
  passed: string | undefined
  readonly #read: Pick<Handle, 'all'>

  constructor(read: Pick<Handle, 'all'>) {
    this.#read = read
  }

  async look(): Promise<string | undefined> {
    const rows = await this.#read.all<{ name: string }>(sql`select name from migrations`)
    const { problem } = migrationState(rows.map(({ name }) => name))
    this.passed = problem && `the database was ${problem.cause}`
    return this.passed
  }
}
