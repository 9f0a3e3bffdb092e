import { Refusal } from '../engine/errors.ts'
import { type ApiAccess, readAll } from './access.ts'
import type { Body } from './answer.ts'

/** A person, as far as the assistant's user may see them. */
export type Person = {
  id: number
  first_name: string
  last_name: string
  display_name: string
  group_id: number
  submitted_to?: string
  approved_to?: string
}
type Job = { id: number; parent_id: number; name: string; type: string }
type Named = { id: number; name: string }

const personFields = 'id,first_name,last_name,display_name,group_id,submitted_to,approved_to'

/** The most ids in the address of a request. */
const idsMax = 1000

/** No tree of jobs is deeper. */
const levelsMax = 8

/**
 * The names of people, jobs and groups by their ids. Names that the assistant's user or the scopes of the token do not
 * allow are undefined.
 */
export class Names {
  readonly #api: ApiAccess
  readonly #people = new Map<number, Person>()
  readonly #jobs = new Map<number, Job>()
  readonly #groups = new Map<number, Named>()
  readonly #fields = new Map<number, Named>()

  constructor(api: ApiAccess) {
    this.#api = api
  }

  /** Takes the records that came with a list. */
  learn({
    users = {},
    jobcodes = {},
    groups = {},
    customfields = {},
  }: NonNullable<Body['supplemental_data']> = {}): void {
    keep(this.#people, Object.values<Person>(users))
    keep(this.#jobs, Object.values<Job>(jobcodes))
    keep(this.#groups, Object.values<Named>(groups))
    keep(this.#fields, Object.values<Named>(customfields))
  }

  /** Looks up people, jobs with those above them, and groups. */
  async look({
    people = [],
    jobs = [],
    groups = [],
  }: {
    people?: Iterable<number>
    jobs?: Iterable<number>
    groups?: Iterable<number>
  }) {
    await this.#find(this.#people, people, '/users', { active: 'both', fields: personFields })
    await this.#find(this.#groups, groups, '/groups', { active: 'both', fields: 'id,name' })
    const fields = { type: 'all', active: 'both', fields: 'id,parent_id,name,type' }
    for (let level = 0, ids = [...jobs]; level < levelsMax && ids.length > 0; level++) {
      await this.#find(this.#jobs, ids, '/jobcodes', fields)
      ids = ids.flatMap((id) => this.#jobs.get(id)?.parent_id ?? [])
    }
  }

  personOf(id: number): Person | undefined {
    return this.#people.get(id)
  }

  person(id: number): string | undefined {
    const person = this.#people.get(id)
    return person && nameOf(person)
  }

  /** The name of a job after those above it. */
  job(id: number): string | undefined {
    const job = this.#jobs.get(id)
    const above = job && this.job(job.parent_id)
    return above === undefined ? job?.name : `${above} > ${job?.name}`
  }

  jobType(id: number): string | undefined {
    return id === 0 ? 'regular' : this.#jobs.get(id)?.type
  }

  group(id: number): string | undefined {
    return this.#groups.get(id)?.name
  }

  field(id: number): string {
    return this.#fields.get(id)?.name ?? String(id)
  }

  async #find<T extends { id: number }>(known: Map<number, T>, ids: Iterable<number>, path: string, filters: object) {
    const missing = [...new Set(ids)].filter((id) => id > 0 && !known.has(id))
    try {
      for (let from = 0; from < missing.length; from += idsMax)
        keep(known, await readAll<T>(this.#api, path, { ids: missing.slice(from, from + idsMax), ...filters }))
    } catch (error) {
      // The scopes of the token may not include these records; the answer then has only their ids.
      if (!(error instanceof Refusal) || error.status !== 403) throw error
    }
  }
}

function keep<T extends { id: number }>(known: Map<number, T>, records: readonly T[]): void {
  for (const record of records) known.set(record.id, record)
}

/** The name of a person for people to read. */
export function nameOf({ display_name, first_name, last_name }: Person): string {
  return (display_name || `${first_name} ${last_name}`).trim()
}
