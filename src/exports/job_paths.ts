import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Jobcode } from '../resources/jobcodes.ts'
import type { Job } from '../rules/payroll_files/time.ts'

const noJob: Job = { path: [], ids: [], billable: false, short_code: '', type: 'regular' }

/** Jobs with their paths, which are looked up once for an export. */
export class JobPaths {
  readonly #company: CompanySnapshot
  readonly #jobs = new Map<number, Job>()

  constructor(company: CompanySnapshot) {
    this.#company = company
  }

  /** Looks up these jobcodes and those above them. */
  async look(ids: readonly number[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => id !== 0 && !this.#jobs.has(id))
    for (let open = missing; open.length > 0; ) {
      await this.#company.look('jobcodes', open)
      open = open.map((id) => this.#company.get('jobcodes', id)?.parent_id ?? 0).filter((id) => id !== 0)
    }
    for (const id of missing) this.#jobs.set(id, this.#pathTo(id))
  }

  /** A job that was looked up; one without a path if there is none. */
  of(id: number): Job {
    return this.#jobs.get(id) ?? noJob
  }

  #pathTo(id: number): Job {
    const line: Jobcode[] = []
    for (let job = this.#company.get('jobcodes', id); job; job = this.#company.get('jobcodes', job.parent_id))
      line.unshift(job)
    const own = line.at(-1)
    if (!own) return noJob
    const { billable, short_code, type } = own
    return { path: line.map((job) => job.name), ids: line.map((job) => job.id), billable, short_code, type }
  }
}
