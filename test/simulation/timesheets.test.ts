import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { jobcodeRow, seed as plant } from '../support/seed.ts'
import { onBoth, startOfTests, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// Weeks of a whole company, step by step, together with a small independent model of the rules: people with different
// permissions clock in and out, add and change and delete time, take breaks, approve. After each step the server's list
// matches the model's. `SIMULATION_SEED=7 SIMULATION_STEPS=5000 npm test -- simulation/timesheets` repeats a run.

const usualSeeds = isFull ? [1, 2, randomInt(1_000_000)] : [1]
const seeds = process.env.SIMULATION_SEED ? [Number(process.env.SIMULATION_SEED)] : usualSeeds
const steps = Number(process.env.SIMULATION_STEPS ?? (isFull ? 300 : 100))

const zone = 'America/Denver'
const tolerance = 300
const week = 7 * 86_400

/** A person and their permissions. Times are whole seconds since the epoch. */
type Person = {
  name: string
  id: number
  token: string
  group: number
  admin: boolean
  manageTime: boolean
  approve: boolean
  own: boolean
  manages: number
  submitted: string
  approved: string
}

type Sheet = {
  id: number
  user: number
  job: number
  type: 'regular' | 'manual'
  start: number
  end: number | null
  date: string
  duration: number
  notes: string
}

/** The state of a sync client: records by id, and the last second that it has been shown of each list. */
type Copy = { sheets: Map<number, Values>; changed: string; deleted: string }

onBoth('the days of a company', (database) => {
  for (const seed of seeds)
    test(`timesheets match the model after each of ${steps} steps, seed ${seed}`, async () => {
      const simulation = await Simulation.start(database, seed)
      try {
        for (let step = 0; step < steps; step++) await simulation.step(step)
        await simulation.finish()
      } catch (error) {
        console.log(`seed ${seed} on ${database}; the last steps:\n${simulation.diary.slice(-12).join('\n')}`)
        throw error
      } finally {
        await simulation.server.stop()
      }
    })
})

onBoth('a running timesheet that meets a finished one in its future', (database) => {
  test('a running timesheet ends where a later one begins when the server closes it', async () => {
    const server = await TestServer.start(database)
    try {
      const company = await server.company('Met', 'UTC')
      const boss = { token: await server.token(company.id, company.adminId, 3e7) }
      const iso = (seconds: number) =>
        `${new Date(server.now / 1000 + seconds * 1000).toISOString().slice(0, 19)}+00:00`
      const [forgetful, leaver] = [await server.user(company), await server.user(company)]
      const item = (user: { id: number }, start: string, end: string) => ({
        user_id: user.id,
        jobcode_id: 0,
        type: 'regular',
        start,
        end,
      })
      const began = iso(0)
      for (const user of [forgetful, leaver]) {
        await server.createOne(boss, 'timesheets', item(user, began, ''))
        await server.createOne(boss, 'timesheets', item(user, iso(7200), iso(10_800)))
      }
      const meeting = iso(7200)
      const times = async (user: { id: number }) => {
        const rows = await server.list(
          boss,
          'timesheets',
          `?user_ids=${user.id}&start_date=2026-01-01&on_the_clock=both`,
        )
        return rows.map((row) => [row.start, row.end])
      }

      server.pass(9000)
      const archived = await server.put(boss, '/users', [{ id: leaver.id, active: false }])
      assert.equal(archived.body.results?.users['1']._status_code, 200, archived.text)
      assert.deepEqual((await times(leaver))[0], [began, meeting])

      server.pass(week)
      await server.round()
      assert.deepEqual((await times(forgetful))[0], [began, meeting])
    } finally {
      await server.stop()
    }
  })
})

class Simulation {
  readonly server: TestServer
  readonly random: Random
  readonly diary: string[] = []
  readonly people: Person[] = []
  readonly jobs: number[] = []
  readonly breaks: number[] = []
  readonly sheets = new Map<number, Sheet>()
  readonly deleted = new Map<number, Sheet>()
  /** How often each timesheet was created, changed or deleted. */
  readonly changes = new Map<number, number>()
  readonly copies: Copy[] = []
  company!: TestCompany
  #notes = 0

  private constructor(server: TestServer, seed: number) {
    this.server = server
    this.random = new Random(seed)
  }

  static async start(database: 'sqlite' | 'postgres', seed: number): Promise<Simulation> {
    const server = await TestServer.start(database)
    const simulation = new Simulation(server, seed)
    await simulation.#hire()
    return simulation
  }

  async #hire(): Promise<void> {
    const { server } = this
    this.company = await server.company('Simulated', zone)
    const boss = { token: await server.token(this.company.id, this.company.adminId, 3e7) }
    this.company.token = boss.token
    for (const name of ['Roof', 'Cellar'])
      this.jobs.push((await server.createOne(boss, 'jobcodes', { name, assigned_to_all: true })).id)
    const rows = [
      jobcodeRow({ name: 'Lunch', type: 'unpaid_break' }),
      jobcodeRow({ name: 'Coffee', type: 'paid_break' }),
    ]
    for (const row of await plant(server, this.company.id, 'jobcodes', rows)) this.breaks.push(row.id)
    const crew: number = (await server.createOne(boss, 'groups', { name: 'Crew' })).id

    const unprivileged = {
      group: 0,
      admin: false,
      manageTime: false,
      approve: false,
      own: false,
      manages: 0,
      submitted: '2000-01-01',
      approved: '2000-01-01',
    }
    this.people.push({ ...unprivileged, name: 'boss', id: this.company.adminId, token: boss.token, admin: true })
    const hired: [string, Partial<Person>][] = [
      ['clerk', { manageTime: true }],
      ['approver', { approve: true }],
      ['foreman', { manages: crew }],
      ['freelancer', { own: true }],
      ['mason', { group: crew }],
      ['plumber', { group: crew, own: true }],
      ['painter', {}],
    ]
    for (const [name, rights] of hired) {
      const permissions = {
        time_tracking: true,
        manage_timesheets: rights.manageTime ?? false,
        approve_timesheets: rights.approve ?? false,
        manage_my_timesheets: rights.own ?? false,
      }
      const { id } = await server.createOne(boss, 'users', {
        username: name,
        first_name: name,
        last_name: 'X',
        group_id: rights.group ?? 0,
        permissions,
      })
      this.people.push({ ...unprivileged, ...rights, name, id, token: await server.token(this.company.id, id, 3e7) })
    }
    const foreman = this.people.find((person) => person.name === 'foreman')!
    const { body } = await server.put(boss, '/groups', [{ id: crew, manager_ids: [foreman.id] }])
    assert.equal(body.results.groups['1']._status_code, 200)
    this.copies.push({ sheets: new Map(), changed: '', deleted: '' })
  }

  get now(): number {
    return this.server.now / 1_000_000
  }

  async step(number: number): Promise<void> {
    const { random } = this
    const actor = random.pick(this.people)
    const user = random.chance(0.6) ? actor : random.pick(this.people)
    await random.weighted<() => Promise<void>>([
      [25, () => this.#pass(random.integer(60, 14 * 3600))],
      [20, () => this.#clockIn(actor, user)],
      [20, () => this.#clockOut(actor, user)],
      [5, () => this.#switchJob(actor, user)],
      [20, () => this.#write(actor, user)],
      [10, () => this.#takeBreak(actor)],
      [25, () => this.#edit(actor)],
      [10, () => this.#delete(actor)],
      [5, () => this.#approve(actor, user)],
    ])()
    await this.#compare(this.people[0]!)
    await this.#compare(random.pick(this.people))
    if (random.chance(0.2)) await this.#sync(this.copies[0]!)
    if (number % 15 === 0) await this.#snapshot()
  }

  /** Every client, whenever it started to sync, ends with the same records; every change is in the history. */
  async finish(): Promise<void> {
    const full = await this.#everything()
    for (const copy of this.copies) {
      await this.#sync(copy)
      // Approving time does not change the timesheet, so it is not listed again.
      const plain = (rows: Iterable<Values>) => [...rows].map(({ state, ...rest }) => rest).sort((a, b) => a.id - b.id)
      assert.deepEqual(plain(copy.sheets.values()), plain(full))
    }
    const history = await this.server.db.read.all<{ timesheet_id: number; version: number; action: string }>(
      sql`select timesheet_id, version, action from timesheet_history where company_id = ${this.company.id} order by timesheet_id, version`,
    )
    const byId = Map.groupBy(history, (line) => line.timesheet_id)
    assert.deepEqual([...byId.keys()].sort(), [...this.changes.keys()].sort())
    for (const [id, lines] of byId) {
      const numbers = lines.map((line) => line.version)
      assert.deepEqual(
        numbers,
        Array.from({ length: this.changes.get(id)! }, (_, n) => n + 1),
        `history of ${id}`,
      )
      assert.equal(lines[0]!.action, 'created')
      assert.equal(lines.at(-1)!.action === 'deleted', this.deleted.has(id))
    }
  }

  async #pass(seconds: number): Promise<void> {
    this.diary.push(`${seconds} seconds pass`)
    this.server.pass(seconds)
    await this.server.round()
    for (const sheet of this.sheets.values())
      if (sheet.end === null && sheet.start + week <= this.now) {
        this.diary.push(`  ${sheet.id} is closed after seven days`)
        this.#put({ ...sheet, end: sheet.start + week, duration: week })
      }
  }

  async #clockIn(actor: Person, user: Person): Promise<void> {
    const start = this.now + (this.random.chance(0.2) ? this.random.integer(-900, 600) : 0)
    const job = this.random.pick([...this.jobs, ...this.breaks])
    await this.#create(actor, {
      id: 0,
      user: user.id,
      job,
      type: 'regular',
      start,
      end: null,
      date: '',
      duration: 0,
      notes: '',
    })
  }

  async #clockOut(actor: Person, user: Person): Promise<void> {
    const running = this.#running(user.id)
    const end = this.now + (this.random.chance(0.2) ? this.random.integer(-900, 200) : 0)
    if (running) await this.#change(actor, running, { end })
  }

  /** Out of one and into the other at the same instant. */
  async #switchJob(actor: Person, user: Person): Promise<void> {
    const running = this.#running(user.id)
    if (!running) return
    await this.#change(actor, running, { end: this.now })
    await this.#clockIn(actor, user)
  }

  async #write(actor: Person, user: Person): Promise<void> {
    const { random } = this
    const sheet = { id: 0, user: user.id, job: random.pick(this.jobs), notes: this.#note() }
    if (random.chance(0.4)) {
      const date = this.#dateOf(this.now - random.integer(0, 5) * 86_400)
      await this.#create(actor, {
        ...sheet,
        type: 'manual',
        start: 0,
        end: 0,
        date,
        duration: random.integer(-1, 90) * 1000,
      })
    } else {
      const start = this.now - random.integer(3600, 5 * 86_400)
      const end = Math.min(start + random.integer(0, 9 * 3600), this.now)
      await this.#create(actor, { ...sheet, type: 'regular', start, end, date: '', duration: 0 })
    }
  }

  /** A break inside, at the edge of or across worked time. */
  async #takeBreak(actor: Person): Promise<void> {
    const worked = [...this.sheets.values()].filter((sheet) => sheet.type === 'regular' && sheet.end !== null)
    if (worked.length === 0) return
    const host = this.random.pick(worked)
    const start = this.random.integer(host.start - 60, Math.max(host.start, host.end! - 60))
    const end = Math.min(start + this.random.integer(60, 3600), this.now)
    const sheet = { id: 0, user: host.user, job: this.random.pick(this.breaks), notes: this.#note() }
    await this.#create(actor, { ...sheet, type: 'regular', start, end, date: '', duration: 0 })
  }

  async #edit(actor: Person): Promise<void> {
    if (this.sheets.size === 0) return
    const { random } = this
    const sheet = random.pick([...this.sheets.values()])
    const shift = () => random.integer(-7200, 7200)
    const clip = (instant: number) => Math.min(instant, this.now)
    const regular: (() => Partial<Sheet>)[] = [
      () => ({ start: clip(sheet.start + shift()) }),
      () => ({ end: clip((sheet.end ?? this.now) + shift()) }),
      () => ({ start: clip(sheet.start + 600), end: clip((sheet.end ?? this.now) + 600) }),
      () => ({ end: null }),
    ]
    const manual: (() => Partial<Sheet>)[] = [
      () => ({ duration: random.integer(0, 90) * 1000 }),
      () => ({ date: this.#dateOf(this.now - random.integer(0, 6) * 86_400) }),
    ]
    const either: (() => Partial<Sheet>)[] = [
      () => ({ notes: this.#note() }),
      () => ({ job: random.pick(this.jobs) }),
      () => ({}),
    ]
    await this.#change(actor, sheet, random.pick([...either, ...(sheet.type === 'regular' ? regular : manual)])())
  }

  async #delete(actor: Person): Promise<void> {
    const all = [...this.sheets.values(), ...[...this.deleted.values()].slice(-3)]
    if (all.length === 0) return
    const chosen = [...new Set([this.random.pick(all), this.random.pick(all)])]
    const expected = chosen.map((sheet) => {
      const owner = this.#person(sheet.user)
      if (!this.sheets.has(sheet.id) || !sees(actor, owner)) return 404
      if (!mayEdit(actor, owner)) return 417
      return isClosed(actor, owner, sheet.date) ? 409 : 200
    })
    this.diary.push(`${actor.name} deletes ${chosen.map(({ id }) => id)}: ${expected}`)
    const { body } = await this.server.delete(actor, `/timesheets?ids=${chosen.map(({ id }) => id)}`)
    assert.deepEqual(
      chosen.map(({ id }) => body.results.timesheets[id]._status_code),
      expected,
    )
    for (const [index, sheet] of chosen.entries())
      if (expected[index] === 200) {
        this.sheets.delete(sheet.id)
        this.deleted.set(sheet.id, sheet)
        this.#count(sheet.id)
      }
  }

  async #approve(actor: Person, user: Person): Promise<void> {
    const date = this.#dateOf(this.now - this.random.integer(-1, 8) * 86_400)
    const allowed = mayApprove(actor, user) && date <= this.#dateOf(this.now)
    const running = [...this.sheets.values()].find((sheet) => sheet.user === user.id && sheet.end === null)
    const onTheClock = running !== undefined && date >= running.date && date > user.approved
    // A person who does not see the date is not told by an answer whether it is this one.
    const isSame = date === user.approved && (actor === user || mayApprove(actor, user))
    const expected = isSame || (allowed && !onTheClock) ? 200 : 417
    this.diary.push(`${actor.name} approves the time of ${user.name} up to ${date}: ${expected}`)
    const { body } = await this.server.put(actor, '/users', [{ id: user.id, approved_to: date }])
    assert.equal(body.results.users['1']._status_code, expected, JSON.stringify(body.results.users['1']))
    if (expected !== 200) return
    user.approved = date
    if (date > user.submitted) user.submitted = date
  }

  async #create(actor: Person, wanted: Sheet): Promise<void> {
    const owner = this.#person(wanted.user)
    const sheet = this.#complete(wanted)
    const [expected, host] = this.#mayCreate(actor, owner, sheet)
    this.diary.push(`${actor.name} creates ${this.#tell(wanted)} for ${owner.name}: ${expected}`)
    const times =
      sheet.type === 'regular'
        ? { start: this.#iso(sheet.start), end: this.#iso(sheet.end) }
        : { date: wanted.date, duration: wanted.duration }
    const item = { user_id: sheet.user, jobcode_id: sheet.job, type: sheet.type, notes: sheet.notes, ...times }
    const { body } = await this.server.post(actor, '/timesheets', [item])
    const result = body.results.timesheets['1']
    assert.equal(result._status_code, expected, JSON.stringify(result))
    if (expected > 201) return
    this.#put({ ...sheet, id: result.id })
    if (host) this.#split(host, sheet as Sheet & { end: number }, body, result.id)
  }

  async #change(actor: Person, before: Sheet, patch: Partial<Sheet>): Promise<void> {
    const owner = this.#person(before.user)
    const [expected, after, host] = this.#mayChange(actor, owner, before, patch)
    this.diary.push(`${actor.name} changes ${before.id} of ${owner.name} to ${this.#tell(patch)}: ${expected}`)
    const { job, start, end, ...rest } = patch
    const item = {
      id: before.id,
      ...rest,
      ...(job === undefined ? {} : { jobcode_id: job }),
      ...(start === undefined ? {} : { start: this.#iso(start) }),
      ...(end === undefined ? {} : { end: this.#iso(end) }),
    }
    const { body } = await this.server.put(actor, '/timesheets', [item])
    const result = body.results.timesheets['1']
    assert.equal(result._status_code, expected, JSON.stringify(result))
    if (expected > 201 || same(before, after)) return
    this.#put(after)
    if (host) this.#split(host, after as Sheet & { end: number }, body, after.id)
  }

  /** The result of a create, and the entry that it splits. */
  #mayCreate(actor: Person, owner: Person, sheet: Sheet): [number, Sheet?] {
    const clocksIn = sheet.end === null && Math.abs(sheet.start - this.now) <= tolerance
    if (!mayEdit(actor, owner) && !(actor === owner && clocksIn)) return [417]
    if (sheet.type === 'manual' && (sheet.duration < 0 || sheet.duration > 86_400)) return [417]
    if (isClosed(actor, owner, sheet.date) || !this.#isPossible(sheet, false)) return [417]
    return sheet.type === 'manual' ? [200] : this.#fitOpen(actor, owner, sheet, 406)
  }

  #mayChange(actor: Person, owner: Person, before: Sheet, patch: Partial<Sheet>): [number, Sheet, Sheet?] {
    const after = this.#complete({ ...before, ...patch })
    if (!sees(actor, owner)) return [404, before]
    if (after.type === 'manual' && (after.duration < 0 || after.duration > 86_400)) return [417, before]
    if (same(before, after)) return [200, before]
    const stillRuns = before.end === null && after.start === before.start
    const clocksOut = stillRuns && (after.end === null || Math.abs(after.end - this.now) <= tolerance)
    if (!mayEdit(actor, owner) && !(actor === owner && clocksOut)) return [417, before]
    if (isClosed(actor, owner, before.date) || isClosed(actor, owner, after.date)) return [409, before]
    if (after.type === 'manual') return [200, after]
    const moved = after.start !== before.start || after.end !== before.end
    if (moved && !this.#isPossible(after, before.end === null)) return [417, before]
    if (!moved && after.job === before.job) return [200, after]
    const [status, host] = this.#fitOpen(actor, owner, after, 409)
    return [status, after, host]
  }

  /** The same as `#fit`, and a break may not split an entry of a day that is closed to the actor. */
  #fitOpen(actor: Person, owner: Person, sheet: Sheet, conflict: number): [number, Sheet?] {
    const [status, host] = this.#fit(sheet, conflict)
    return host && isClosed(actor, owner, host.date) ? [conflict] : [status, host]
  }

  #isPossible({ type, start, end }: Sheet, closing: boolean): boolean {
    if (type === 'manual') return true
    if (end === null) return start <= this.now + tolerance && start > this.now - week
    return (closing ? end >= start : end > start) && end - start <= week
  }

  /** No two regular entries of a person share an instant; only a break may lie inside work, and splits it. */
  #fit(sheet: Sheet, conflict: number): [number, Sheet?] {
    const others = [...this.sheets.values()].filter(
      (other) => other.user === sheet.user && other.type === 'regular' && other.id !== sheet.id,
    )
    if (sheet.end === null && others.some((other) => other.end === null)) return [conflict]
    const inTheWay = others.filter((other) => this.#overlap(sheet, other))
    if (inTheWay.length === 0) return [200]
    const [host] = inTheWay as [Sheet]
    const inside = sheet.end !== null && host.end !== null && host.start < sheet.start && sheet.end < host.end
    const splits = inTheWay.length === 1 && inside && this.breaks.includes(sheet.job) && !this.breaks.includes(host.job)
    return splits ? [201, host] : [conflict]
  }

  #overlap(a: Sheet, b: Sheet): boolean {
    const end = (sheet: Sheet) => sheet.end ?? Math.max(this.now, sheet.start + 1)
    if (a.start === a.end || b.start === b.end) return false
    return a.start < end(b) && b.start < end(a)
  }

  /** The first part keeps the id, the answer contains that of the second. */
  #split(host: Sheet, middle: { start: number; end: number }, body: Values, id: number): void {
    const changed = Object.keys(body.supplemental_data.timesheets).map(Number)
    const second = changed.filter((number) => number !== host.id && number !== id)
    assert.deepEqual([changed.length, second.length], [2, 1])
    this.#put(this.#complete({ ...host, end: middle.start }))
    this.#put(this.#complete({ ...host, id: second[0]!, start: middle.end }))
  }

  #complete(sheet: Sheet): Sheet {
    if (sheet.type === 'regular')
      return { ...sheet, date: this.#dateOf(sheet.start), duration: sheet.end === null ? 0 : sheet.end - sheet.start }
    const start =
      Temporal.PlainDate.from(sheet.date).toZonedDateTime({ timeZone: zone, plainTime: '08:00' }).epochMilliseconds /
      1000
    const duration = Math.round(sheet.duration / 36) * 36
    return { ...sheet, start, end: start + duration, duration }
  }

  #put(sheet: Sheet): void {
    this.sheets.set(sheet.id, sheet)
    this.#count(sheet.id)
  }

  #count(id: number): void {
    this.changes.set(id, (this.changes.get(id) ?? 0) + 1)
  }

  #running(user: number): Sheet | undefined {
    return [...this.sheets.values()].find((sheet) => sheet.user === user && sheet.end === null)
  }

  #person(id: number): Person {
    return this.people.find((person) => person.id === id)!
  }

  /** A person is shown what they see by the model; and the invariants of every company hold. */
  async #compare(viewer: Person): Promise<void> {
    const shown = await this.#pages(viewer, 'timesheets', '?start_date=2000-01-01&on_the_clock=both')
    const expected = [...this.sheets.values()].filter((sheet) => sees(viewer, this.#person(sheet.user))).sort(inOrder)
    assert.deepEqual(shown.map(fromWire), expected, `what ${viewer.name} sees`)
    const states = expected.map((sheet) => {
      const { submitted, approved } = this.#person(sheet.user)
      if (sheet.end === null) return 'OPEN'
      return sheet.date <= approved ? 'APPROVED' : sheet.date <= submitted ? 'SUBMITTED' : 'CLOSED'
    })
    assert.deepEqual(
      shown.map((row) => row.state),
      states,
    )

    for (const sheets of Map.groupBy(expected, (sheet) => sheet.user).values()) {
      assert.ok(sheets.filter((sheet) => sheet.end === null).length <= 1, 'two running entries')
      // An entry of zero seconds shares no instant with anything.
      const regular = sheets.filter((sheet) => sheet.type === 'regular' && sheet.end !== sheet.start)
      for (const a of regular)
        for (const b of regular) assert.ok(a.id >= b.id || !this.#overlap(a, b), `${a.id} and ${b.id} overlap`)
    }
    const gone = await this.#pages(viewer, 'timesheets_deleted', `?modified_since=${this.#iso(startOfTests / 1e6)}`)
    const deleted = [...this.deleted.values()].filter((sheet) => sees(viewer, this.#person(sheet.user))).sort(inOrder)
    assert.deepEqual(
      gone.map((row) => row.id),
      deleted.map((sheet) => sheet.id),
      `what ${viewer.name} sees of the deleted`,
    )
  }

  #everything(): Promise<Values[]> {
    return this.#pages(this.people[0]!, 'timesheets', '?start_date=2000-01-01&on_the_clock=both')
  }

  async #pages(viewer: Person, resource: string, query: string): Promise<Values[]> {
    const rows: Values[] = []
    for (let page = 1; ; page++) {
      const part = await this.server.list(
        viewer,
        resource,
        `${query.replaceAll('+', '%2B')}&limit=200&page=${page}&supplemental_data=no`,
      )
      rows.push(...part)
      if (part.length < 200) return rows
    }
  }

  /** A client that starts here with the whole list. */
  async #snapshot(): Promise<void> {
    const rows = await this.#everything()
    const changed =
      rows
        .map((row) => row.last_modified as string)
        .sort()
        .at(-1) ?? ''
    this.copies.push({ sheets: new Map(rows.map((row) => [row.id, row])), changed, deleted: changed })
  }

  /** What such a client does: asks for changes and deletions since the last second it was shown. */
  async #sync(copy: Copy): Promise<void> {
    const since = (instant: string) => `?modified_since=${instant || this.#iso(startOfTests / 1e6)}`
    const changed = await this.#pages(this.people[0]!, 'timesheets', `${since(copy.changed)}&on_the_clock=both`)
    const deleted = await this.#pages(this.people[0]!, 'timesheets_deleted', since(copy.deleted))
    for (const row of changed) {
      copy.sheets.set(row.id, row)
      if (row.last_modified > copy.changed) copy.changed = row.last_modified
    }
    for (const row of deleted) {
      copy.sheets.delete(row.id)
      if (row.last_modified > copy.deleted) copy.deleted = row.last_modified
    }
  }

  #dateOf(seconds: number): string {
    return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toString()
  }

  #iso(seconds: number | null): string {
    return seconds === null ? '' : `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`
  }

  #note(): string {
    this.#notes += 1
    return `note ${this.#notes}`
  }

  #tell(sheet: Partial<Sheet>): string {
    const { start, end, ...rest } = sheet
    return JSON.stringify({
      ...rest,
      ...(start ? { start: this.#iso(start) } : {}),
      ...(end === undefined ? {} : { end: this.#iso(end) }),
    })
  }
}

function fromWire(row: Values): Sheet {
  const seconds = (text: string) => Date.parse(text) / 1000
  return {
    id: row.id,
    user: row.user_id,
    job: row.jobcode_id,
    type: row.type,
    start: seconds(row.start),
    end: row.end === '' ? null : seconds(row.end),
    date: row.date,
    duration: row.duration,
    notes: row.notes,
  }
}

function inOrder(a: Sheet, b: Sheet): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  return a.start - b.start || a.id - b.id
}

function same(a: Sheet, b: Sheet): boolean {
  return JSON.stringify({ ...a }) === JSON.stringify({ ...a, ...b })
}

function manages(actor: Person, owner: Person): boolean {
  return owner.group !== 0 && actor.manages === owner.group
}

function sees(actor: Person, owner: Person): boolean {
  return actor.admin || actor.manageTime || actor.approve || actor === owner || manages(actor, owner)
}

function mayEdit(actor: Person, owner: Person): boolean {
  return actor.admin || actor.manageTime || manages(actor, owner) || (actor === owner && actor.own)
}

function mayApprove(actor: Person, owner: Person): boolean {
  return actor.admin || actor.approve || manages(actor, owner)
}

/** Submitted and approved time is closed to all but its approvers. */
function isClosed(actor: Person, owner: Person, date: string): boolean {
  if (mayApprove(actor, owner)) return false
  return date <= owner.submitted || date <= owner.approved
}

/** The same numbers for the same seed (mulberry32). */
class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** From low to high, both inclusive. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(values: readonly T[]): T {
    return values[this.integer(0, values.length - 1)]!
  }

  weighted<T>(choices: readonly (readonly [number, T])[]): T {
    let rest = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of choices) {
      rest -= weight
      if (rest < 0) return value
    }
    return choices.at(-1)![1]
  }
}
