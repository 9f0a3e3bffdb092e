import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// A tree of jobcodes, some of them projects, is renamed, moved, archived, completed and restored from both sides,
// and so is an independent model of the rules. After each step both lists match the model: a jobcode and its project
// never disagree. `SIMULATION_SEED=7 SIMULATION_STEPS=5000 npm test -- simulation/projects` repeats or prolongs a run.

const usualSeeds = isFull ? [1, randomInt(1_000_000)] : [1]
const seeds = process.env.SIMULATION_SEED ? [Number(process.env.SIMULATION_SEED)] : usualSeeds
const steps = Number(process.env.SIMULATION_STEPS ?? (isFull ? 150 : 80))

type Job = { id: number; parent: number; name: string; active: boolean; project: number }
type Project = { id: number; job: number; status: string; active: boolean }

onBoth('jobcodes and their projects', (database) => {
  for (const seed of seeds)
    test(`jobcodes and their projects match the model after each of ${steps} steps, seed ${seed}`, async () => {
      const server = await TestServer.start(database)
      const simulation = new Simulation(server, await server.company(), seed)
      try {
        for (let step = 0; step < steps; step++) await simulation.step()
        assert.ok(simulation.accepted > steps / 3, `only ${simulation.accepted} of ${steps} were accepted`)
      } catch (error) {
        console.log(`seed ${seed} on ${database}; the last steps:\n${simulation.diary.slice(-8).join('\n')}`)
        throw error
      } finally {
        await server.stop()
      }
    })
})

class Simulation {
  readonly diary: string[] = []
  accepted = 0
  readonly #server: TestServer
  readonly #company: TestCompany
  readonly #jobs = new Map<number, Job>()
  readonly #projects = new Map<number, Project>()
  #state: number

  constructor(server: TestServer, company: TestCompany, seed: number) {
    this.#server = server
    this.#company = company
    this.#state = seed
  }

  /** One request of one to three items, each of them probably valid. */
  async step(): Promise<void> {
    const verbs = [
      () => ['POST', 'jobcodes', this.#newJob()],
      () => ['POST', 'projects', this.#newProject()],
      () => ['PUT', 'jobcodes', this.#jobChange()],
      () => ['PUT', 'projects', this.#projectChange()],
      () => ['PUT', 'projects', this.#projectChange()],
    ] as const
    const [method, name, first] = this.#pick(verbs)() as ['POST' | 'PUT', 'jobcodes' | 'projects', Values]
    const again = { 'POST jobcodes': this.#newJob, 'POST projects': this.#newProject }[`${method} ${name}` as string]
    const more = again ?? (name === 'jobcodes' ? this.#jobChange : this.#projectChange)
    const items = [first, ...Array.from({ length: this.#number(3) }, () => more.call(this))]
    const { body, text } = await this.#server.call(this.#company.token, method, `/${name}`, { data: items })
    this.diary.push(`${method} ${name} ${JSON.stringify(items)}\n  → ${text.slice(0, 1500)}`)
    const results: Values[] = Object.values(body.results[name])
    for (const [index, result] of results.entries()) {
      if (result._status_code !== 200) continue
      this.accepted += 1
      if (name === 'jobcodes') this.#jobDone(result, items[index]!)
      else this.#projectDone(method, result, items[index]!)
    }
    await this.#compare()
  }

  #newJob(): Values {
    return { name: this.#name(), parent_id: this.#parent() }
  }

  #newProject(): Values {
    const status = this.#number(6) === 0 ? { status: 'complete' } : {}
    const job = this.#pick([...this.#jobs.values()])
    if (job && this.#number(2) === 0) return { jobcode_id: job.id, ...status }
    return { name: this.#name(), parent_jobcode_id: this.#parent(), ...status }
  }

  #jobChange(): Values {
    const job = this.#pick([...this.#jobs.values()])
    if (!job) return { id: 1 }
    const change = this.#pick([
      { name: this.#name() },
      { active: false },
      { active: true },
      { active: true, name: this.#name(), parent_id: this.#parent() },
      { parent_id: this.#parent() },
    ])
    return { id: job.id, ...change }
  }

  #projectChange(): Values {
    const project = this.#pick([...this.#projects.values()])
    if (!project) return { id: 1 }
    const change = this.#pick<Values>([
      { name: this.#name() },
      { active: this.#number(2) === 0 },
      { status: this.#pick(['not_started', 'in_progress', 'complete', 'complete']) },
      { status: this.#pick(['in_progress', 'complete']), active: this.#number(2) === 0, name: this.#name() },
    ])
    return { id: project.id, ...change }
  }

  // Results show records after the whole request, which may have changed one twice: the effect of one item follows from
  // the item.

  #jobDone(result: Values, item: Values): void {
    const { id } = result
    const before = this.#jobs.get(id)
    const parent = item.parent_id ?? before?.parent ?? result.parent_id
    const name = item.name ?? before?.name ?? result.name
    this.#jobs.set(id, { active: true, project: 0, ...before, id, parent, name })
    if (item.active === true) this.#restore(id)
    else if (item.active === false) this.#archive(id)
    else if (before && (before.name !== name || before.parent !== parent))
      assert.ok(before.active, 'an archived jobcode was changed')
  }

  #projectDone(method: string, result: Values, item: Values): void {
    const { id, jobcode_id, parent_jobcode_id } = result
    const before = this.#projects.get(id)
    const status = item.status ?? before?.status ?? result.status
    const active = item.active ?? before?.active ?? result.active
    this.#projects.set(id, { id, job: jobcode_id, status, active })
    const job = this.#jobs.get(jobcode_id)
    const name = method === 'POST' ? result.name : (item.name ?? job!.name)
    this.#jobs.set(jobcode_id, { active: true, ...job, id: jobcode_id, parent: parent_jobcode_id, name, project: id })
    const isOpen = active && status !== 'complete'
    const wasOpen = method === 'POST' || (before!.active && before!.status !== 'complete')
    if (isOpen && !wasOpen) this.#restore(jobcode_id)
    if (!isOpen && wasOpen) this.#archive(jobcode_id)
  }

  #archive(id: number): void {
    this.#jobs.get(id)!.active = false
    for (const job of this.#jobs.values()) if (job.parent === id && job.active) this.#archive(job.id)
  }

  #restore(id: number): void {
    for (let job = this.#jobs.get(id); job; job = this.#jobs.get(job.parent)) job.active = true
  }

  async #compare(): Promise<void> {
    const jobs = await this.#all('jobcodes')
    const projects = await this.#all('projects')
    const shown = (rows: Values[]) => Object.fromEntries(rows.map(({ id, ...rest }) => [id, rest]))
    assert.deepEqual(
      shown(
        jobs.map(({ id, parent_id, name, active, project_id, has_children }) => ({
          ...{ id, name, active, has_children },
          parent: parent_id,
          project: project_id,
        })),
      ),
      shown(
        [...this.#jobs.values()].map((job) => {
          const children = [...this.#jobs.values()].filter(({ parent, active }) => parent === job.id && active)
          return { ...job, has_children: children.length > 0 }
        }),
      ),
    )
    assert.deepEqual(
      shown(
        projects.map(({ id, jobcode_id, parent_jobcode_id, name, status, active }) => ({
          ...{ id, name, status, active },
          job: jobcode_id,
          parent: parent_jobcode_id,
        })),
      ),
      shown(
        [...this.#projects.values()].map((project) => {
          const { name, parent } = this.#jobs.get(project.job)!
          return { ...project, name, parent }
        }),
      ),
    )
    for (const { id, project } of this.#jobs.values())
      assert.ok(
        project === 0 || ![...this.#jobs.values()].some(({ parent }) => parent === id),
        'a project has children',
      )
  }

  async #all(name: string): Promise<Values[]> {
    const rows: Values[] = []
    for (let page = 1; ; page++) {
      const part = await this.#server.list(this.#company, name, `?active=both&page=${page}`)
      rows.push(...part)
      if (part.length < 200) return rows
    }
  }

  /** A new name, occasionally one that may be taken. */
  #name(): string {
    return `Job ${this.#number(400)}`
  }

  #parent(): number {
    return this.#number(2) === 0 ? 0 : (this.#pick([...this.#jobs.keys()]) ?? 0)
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#number(list.length)]!
  }

  /** Mulberry32: the same numbers for the same seed. */
  #number(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
