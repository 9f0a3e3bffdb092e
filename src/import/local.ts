import { actorOf } from '../company/rights/rights.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import { resourceNamed } from '../engine/resource.ts'
import { type Db, sql } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { list } from '../wire/list.ts'
import { type Account, AnswerError } from './account.ts'
import type { Known } from './lists.ts'

/** A company of this database as the API shows it to one of its people. */
export class LocalAccount implements Account {
  readonly #db: Db
  readonly #who: { companyId: number; userId: number }
  readonly #now: () => number

  constructor(db: Db, who: { companyId: number; userId: number }, now: () => number) {
    this.#db = db
    this.#who = who
    this.#now = now
  }

  async get(path: string, query: Readonly<Record<string, string>>): Promise<Item> {
    const { read } = this.#db
    const company = await CompanySnapshot.of(this.#who.companyId, read)
    const actor = await actorOf(company, this.#who.userId, '')
    if (!actor) throw new AnswerError(401, 'the person whose token was used is not there, or is archived')
    try {
      const search = new URLSearchParams(query)
      const body = await list(resourceNamed(path), search, { actor, now: this.#now(), company }, read)
      return JSON.parse(body.toString())
    } catch (error) {
      if (error instanceof RequestError) throw new AnswerError(error.status, error.message)
      throw error
    }
  }
}

/** The ids in this database for requesting lists. */
export function knownIn(db: Db, companyId: number): Known {
  const tables = {
    customfields: sql`customfields`,
    users: sql`users`,
    schedule_calendars: sql`schedule_calendars`,
  }
  return async (resource) => {
    const rows = await db.read.all<{ id: number }>(
      sql`select id from ${tables[resource]} where company_id = ${companyId} order by id`,
    )
    return rows.map(({ id }) => id)
  }
}
