import assert from 'node:assert/strict'
import { type Row as Columns, name, sql } from '../../../src/engine/sql.ts'
import {
  type Circle,
  type Circles,
  personFields,
  type Row,
  reportSights,
  type Sight,
  sights,
} from '../../../src/rules/people/sight.ts'
import type { TestServer } from '../server.ts'
import type { Caller } from './people.ts'

// Reads the table of who sees what in its own way: over the rows of the database, in memory, without the conditions that
// the server makes of it.

type Record = { [column: string]: Columns[string] }
type Link = { file_id: number; kind: string; object_id: number }

const table: { [type: string]: Row } = sights

/** What a caller sees, from the table and the rows. */
export class Oracle {
  readonly #rows = new Map<string, Map<number, Record>>()
  #links: readonly Link[] = []

  /** Reads the rows of these types. */
  static async of(server: TestServer, companyId: number, types: readonly string[]): Promise<Oracle> {
    const oracle = new Oracle()
    for (const type of types) {
      const rows = await server.db.read.all<Columns>(
        sql`select * from ${name(type)} where company_id = ${companyId} order by id`,
      )
      oracle.#rows.set(type, new Map(rows.map((row) => [Number(row.id), row])))
    }
    oracle.#links = await server.db.read.all<Link>(
      sql`select file_id, kind, object_id from file_links where company_id = ${companyId}`,
    )
    return oracle
  }

  /** The ids of all records of a type, seen or not. */
  ids(type: string): number[] {
    return [...(this.#rows.get(type) ?? new Map<number, Record>()).keys()]
  }

  row(type: string, id: number): Record {
    const row = this.#rows.get(type)?.get(id)
    assert.ok(row, `${type} ${id}`)
    return row
  }

  /** The ids of the records of a type that a caller sees; undefined if they may not ask for the type. */
  seen(caller: Caller, type: string): number[] | undefined {
    const row = table[type]!
    if (caller.inspects && !('all' in row && row.inspectors)) return undefined
    return this.ids(type).filter((id) => this.sees(caller, type, id))
  }

  /** Those of them in its list, which shows a shift of several people once for each. */
  listed(caller: Caller, type: string): number[] | undefined {
    return this.seen(caller, type)?.filter((id) => this.row(type, id).kind !== 'base')
  }

  /** Whether a caller sees a record. */
  sees(caller: Caller, type: string, id: number): boolean {
    const record = this.#rows.get(type)?.get(id)
    return record !== undefined && this.#inRow(caller, table[type]!, record)
  }

  /** Whether a caller sees the time of a person in a report. */
  isIn(caller: Caller, report: keyof typeof reportSights, userId: number): boolean {
    return this.#inSight(caller, reportSights[report], this.row('users', userId))
  }

  /** Whether a caller sees what belongs to a person. */
  isOf(caller: Caller, type: string, userId: number): boolean {
    return this.#inRow(caller, table[type]!, { user_id: userId })
  }

  /** Whether a caller reads a field of a person whom they see. */
  reads(caller: Caller, userId: number, field: string): boolean {
    const groups: readonly (Sight & { names: readonly string[] })[] = Object.values(personFields)
    const sight = groups.find(({ names }) => names.includes(field))
    if (!sight) return true
    if (caller.inspects && sight.inspectors !== 'all') return sight.inspectors === 'own' && caller.id === userId
    return this.#inSight(caller, sight, this.row('users', userId))
  }

  #inRow(caller: Caller, row: Row, record: Record): boolean {
    if (Object.entries(row.only ?? {}).some(([column, value]) => record[column] !== value)) return false
    if (row.and && !this.#inCircles(caller, row.and, row, record)) return false
    if ('plan' in row) return this.#shift(caller, row, record)
    if ('all' in row) return this.#inSight(caller, row, record)
    return row.like.some(({ type, column, when }) => {
      if (when && !when.slice(1).includes(String(record[when[0]]))) return false
      return this.#inRow(
        caller,
        table[type]!,
        this.#rows.get(type)?.get(Number(record[column])) ?? { id: record[column]! },
      )
    })
  }

  #inSight(caller: Caller, row: Row & Sight, record: Record): boolean {
    const { isAdmin, permissions, manages, inspects } = caller
    if (isAdmin) return true
    if (inspects && row.inspectors === 'dates' && String(record.date) < inspects.from) return false
    const isLimited = inspects !== undefined && inspects.groups.length > 0 && row.inspectors === 'groups'
    const isAll =
      row.all === 'everyone' ||
      row.all.some((permission) => permissions.has(permission)) ||
      (row.managersSeeAll === true && manages.length > 0)
    return (isAll && !isLimited) || this.#inCircles(caller, row.others ?? {}, row, record)
  }

  #inCircles(caller: Caller, circles: Circles, row: Row, record: Record): boolean {
    return Object.entries(circles).some(([circle, column]) =>
      this.#inCircle(caller, circle as Circle, Number(record[column]), row),
    )
  }

  #inCircle(caller: Caller, circle: Circle, value: number, { through = {} }: Row): boolean {
    const { id, group, manages } = caller
    const isManaged = (of: number) => of !== 0 && manages.includes(of)
    switch (circle) {
      case 'own':
        return value === id
      case 'company':
        return value === 0
      case 'members':
        return isManaged(value)
      case 'managed':
        return isManaged(this.#groupOf(value))
      case 'target':
        return value === id || (group !== 0 && value === group) || isManaged(value) || isManaged(this.#groupOf(value))
      case 'assigned':
        return this.#jobsOf(id).has(value)
      case 'project':
        return this.#isAssigned(id, Number(this.#rows.get('projects')?.get(value)?.jobcode_id))
      case 'linked':
        return this.#links.some(({ file_id, kind, object_id }) => {
          const object = this.#rows.get(kind)?.get(object_id)
          return file_id === value && object !== undefined && this.#inRow(caller, through[kind]!, object)
        })
    }
  }

  #groupOf(userId: number): number {
    return Number(this.#rows.get('users')?.get(userId)?.group_id ?? 0)
  }

  #isAssigned(userId: number, jobcodeId: number): boolean {
    return [...this.#rows.get('jobcode_assignments')!.values()].some(
      (row) => row.active === 1 && row.jobcode_id === jobcodeId && (row.user_id === userId || row.user_id === 0),
    )
  }

  /** The jobs that are assigned to a person, with the folders above them. */
  #jobsOf(userId: number): Set<number> {
    const jobs = this.#rows.get('jobcodes')!
    const found = new Set<number>()
    for (const [id] of jobs)
      if (this.#isAssigned(userId, id))
        for (let up = id; up !== 0; up = Number(jobs.get(up)?.parent_id ?? 0)) found.add(up)
    return found
  }

  /** Shifts, by the words of the vendor's table of permissions. */
  #shift(caller: Caller, { plan, see }: Extract<Row, { plan: unknown }>, record: Record): boolean {
    const { id, isAdmin, permissions, manages, group } = caller
    const person = Number(record.user_id)
    const [isOpen, isDraft] = [record.assigned_user_ids === '', record.draft === 1]
    const has = (permission: string) => permissions.has(permission) && !permissions.has(plan.never)
    if (isAdmin || has(plan.everyone)) return true
    const isManaged = manages.includes(this.#groupOf(person))
    const plans = (has(plan.self) && person === id) || (has(plan.managed) && isManaged)
    if (isOpen && person === id && (has(plan.self) || has(plan.managed))) return true
    if (!isOpen && plans) return true
    if (isDraft) return false
    const inOwnGroup = group !== 0 && this.#groupOf(person) === group
    const byGroup = permissions.has(see.group) && (person === id || inOwnGroup || isManaged)
    return plans || permissions.has(see.everyone) || byGroup || (permissions.has(see.self) && person === id)
  }
}
