import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { name as quoted, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { Follower, followedLists } from '../support/follower.ts'
import { Poller } from '../support/poller.ts'
import { Beside, type Reply, ServerProcess } from '../support/processes.ts'
import { freshPlace, onBoth } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// A program that follows the feed holds exactly the company's data at every pause, while many write and servers are killed;
// so does one that polls the lists as the vendor's API has them.
// `CHANGES_REQUESTS=9000 CHANGES_SEED=7 npm test -- simulation/changes` goes on for longer, and repeats a run's decisions; with
// CHANGES_PAUSES and CHANGES_REST_MS, it compares more often and writes less.

const requestsOfAll = Number(process.env.CHANGES_REQUESTS ?? (isFull ? 1200 : 120))
const seed = Number(process.env.CHANGES_SEED ?? (isFull ? Date.now() % 1_000_000 : 1))
const writers = 16
const pauses = Number(process.env.CHANGES_PAUSES ?? (isFull ? 4 : 2))
/** Between two requests of a writer. */
const restMs = Number(process.env.CHANGES_REST_MS ?? 0)

/** What is written, and the query that lists all of it; that of shifts names a calendar. */
const everyList: Record<string, string> = {
  timesheets: '?start_date=2000-01-01&on_the_clock=both',
  timesheets_deleted: '?start_date=2000-01-01&end_date=2100-01-01',
  groups: '?active=both',
  jobcodes: '?active=both&type=all',
  jobcode_assignments: '?active=both&type=all',
  users: '?active=both',
}

type Company = { id: number; adminId: number; token: string }

/** Random numbers that a seed repeats. */
function randomOf(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Sends one request that changes something, or is refused because another has changed it before. */
async function write(server: ServerProcess, { token }: Company, known: Known, pick: (below: number) => number) {
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, data?: unknown): Promise<Values[]> => {
    const reply = await server.call(token, method, path, data)
    return answered(reply) ? Object.values<Values>(Object.values<Values>(reply.body.results)[0]!) : []
  }
  const create = async (path: string, items: Values[]): Promise<number[]> => {
    const ids = idsOf(await send('POST', path, items))
    known.created += ids.length
    return ids
  }
  const one = (ids: number[]) => ids[pick(ids.length)]!
  const user_id = one(known.users)
  const day = `2026-0${1 + pick(9)}-${10 + pick(18)}`
  const kinds: (() => Promise<unknown>)[] = [
    async () => {
      const item = () => ({
        user_id: one(known.users),
        jobcode_id: 0,
        type: 'manual',
        date: day,
        duration: 60 + pick(900),
      })
      known.timesheets.push(...(await create('/timesheets', [item(), item(), item()])))
    },
    () => send('PUT', '/timesheets', [{ id: one(known.timesheets), notes: `edit ${pick(1e6)}` }]),
    () => send('DELETE', `/timesheets?ids=${one(known.timesheets)}`),
    () => send('PUT', '/users', [{ id: user_id, submitted_to: day, approved_to: pick(2) ? day : '2000-01-01' }]),
    () => send('PUT', '/users', [{ id: user_id, job_title: `title ${pick(1e6)}` }]),
    () => create('/groups', [{ name: `Group ${pick(1e9)}`, active: pick(2) === 1 }]),
    async () => void known.jobcodes.push(...(await create('/jobcodes', [{ name: `Job ${pick(1e9)}` }]))),
    () => send('PUT', '/jobcodes', [{ id: one(known.jobcodes), active: pick(2) === 1 }]),
    () => send('POST', '/jobcode_assignments', [{ user_id, jobcode_id: one(known.jobcodes) }]),
    async () => {
      const shift = { schedule_calendar_id: known.calendar, title: `Shift ${pick(1e6)}`, assigned_user_ids: [user_id] }
      const when = { start: `${day}T08:00:00+00:00`, end: `${day}T16:00:00+00:00` }
      known.events.push(...(await create('/schedule_events', [{ ...shift, ...when }])))
    },
    () => send('PUT', '/schedule_events', [{ id: one(known.events), active: false }]),
    () => send('PUT', '/schedule_events', [{ id: one(known.events), draft: pick(2) === 1 }]),
  ]
  await kinds[pick(kinds.length)]!()
}

type Known = {
  users: number[]
  timesheets: number[]
  jobcodes: number[]
  events: number[]
  calendar: number
  /** How many records were created for sure. */
  created: number
}

function idsOf(results: Values[]): number[] {
  return results.filter(({ _status_code }) => _status_code === 200).map(({ id }) => id)
}

/** True for 200. Anything but that, a broken connection and 503 fails the test. */
function answered({ status, text }: Reply): boolean {
  assert.ok([0, 200, 503].includes(status), `${status}: ${text}`)
  return status === 200
}

onBoth('copies of a company while it is written', (database) => {
  test(`a follower of the feed and a poller of lists hold the company's data after kills of servers, seed ${seed}`, async () => {
    const { place, clean } = await freshPlace(database, { durable: true })
    const separate = await Beside.open(place)
    const random = randomOf(seed)
    // Only PostgreSQL can be shared by servers.
    const servers = [await ServerProcess.start(place)]
    if (database === 'postgres') servers.push(await ServerProcess.start(place))
    try {
      const company = await separate.company()
      const get = (path: string) => servers[random(servers.length)]!.call(company.token, 'GET', path)
      const { known, lists } = await prepare(servers[0]!, company)
      const follower = await Follower.start(get, lists)
      const poller = new Poller(get, lists)
      let requests = 0
      for (let pause = 1; pause <= pauses; pause++) {
        const stop = [
          keepGoing(() => follower.follow('&wait=1')),
          keepGoing(() => poller.poll().finally(() => sleep(100))),
        ]
        const from = requests
        const until = Math.round((requestsOfAll * pause) / pauses)
        const work = Array.from({ length: writers }, async (_, n) => {
          const server = servers[n % servers.length]!
          while (requests < until && server.alive) {
            await write(server, company, known, random)
            requests += 1
            if (restMs > 0) await sleep(restMs)
          }
        })
        const isKilled = pause % 2 === 1
        const victim = random(servers.length)
        if (isKilled) {
          const killed = from + random(until - from - writers)
          while (requests < killed) await sleep(1)
          await servers[victim]!.kill()
        }
        await Promise.all(work)
        if (isKilled) servers[victim] = await ServerProcess.start(place)
        const stopped = Promise.all(stop.map((end) => end()))
        // Ends the wait of the follower.
        const { status, text } = await servers[0]!.call(company.token, 'POST', '/groups', [{ name: `Pause ${pause}` }])
        assert.equal(status, 200, text)
        await stopped
        const when = `${database}, pause ${pause}${isKilled ? ', after a kill' : ''}`
        await compare(follower, poller, { get, separate, lists, companyId: company.id, when })
      }
      console.log(
        `${database}: ${requests} requests, ${follower.told} changes, ${poller.polls} polls, ${follower.count} records at the end`,
      )
      assert.ok(known.created > pauses && follower.told >= known.created, `${known.created} records were created`)
    } finally {
      for (const server of servers) await server.stop()
      await separate.close()
      await clean()
    }
  })
})

/** What the writers begin with, and the lists that show all that they write. */
async function prepare(server: ServerProcess, { token, adminId }: Company) {
  const { body } = await server.call(token, 'GET', '/schedule_calendars')
  const [calendar] = Object.values<Values>(body.results.schedule_calendars)
  const people = [1, 2, 3].map((n) => ({ username: `p${n}`, first_name: 'P', last_name: `${n}` }))
  const made = await server.call(token, 'POST', '/users', people)
  const users = [adminId, ...idsOf(Object.values<Values>(made.body.results.users))]
  const known: Known = { users, timesheets: [0], jobcodes: [0], events: [0], calendar: calendar!.id, created: 0 }
  const events = `?start=2000-01-01T00:00:00Z&schedule_calendar_ids=${calendar!.id}&draft=both&active=both`
  return { known, lists: { ...everyList, schedule_events: events } }
}

/** Repeats until the returned function is called; what is under way then is ended. */
function keepGoing(step: () => Promise<boolean>): () => Promise<void> {
  let goesOn = true
  const going = (async () => {
    while (goesOn) if (!(await step())) await sleep(20)
  })()
  return () => {
    goesOn = false
    return going
  }
}

type Compared = {
  get: (path: string) => Promise<Reply>
  separate: Beside
  lists: Record<string, string>
  companyId: number
  when: string
}

/** Lets both read to the end, and compares what they hold with the lists and the tables. */
async function compare(
  follower: Follower,
  poller: Poller,
  { get, separate, lists, companyId, when }: Compared,
): Promise<void> {
  while (!(await follower.follow())) await sleep(20)
  while (!(await poller.poll())) await sleep(20)
  const log = await separate.db.read.get<{ rows: number; last: number; last_change: number }>(
    sql`select count(*) as "rows", max(h.sequence) as last, min(c.last_change) as last_change
      from changes h join companies c on c.company_id = h.company_id where h.company_id = ${companyId}`,
  )
  assert.deepEqual([Number(log!.rows), Number(log!.last)], [log!.last_change, log!.last_change], 'the log has no gaps')
  const counts: string[] = []
  for (const [type, query] of Object.entries(lists)) {
    const listed = await followedLists(get, type, query)
    for (const [who, of] of Object.entries({ follower, poller })) {
      const held = of.records(type)
      const current = type === 'timesheets' ? held.map((row) => withState(row, follower)) : held
      assert.deepEqual(current, listed, `${type} of the ${who}, ${when}`)
    }
    const stored = await separate.db.read.get<{ count: number }>(
      sql`select count(*) as count from ${quoted(type)} where company_id = ${companyId}`,
    )
    assert.equal(listed.length, Number(stored!.count), `${type}, ${when}`)
    counts.push(`${type} ${listed.length}`)
  }
  console.log(`${when}: ${counts.join(', ')}; ${log!.last_change} changes logged`)
}

/** A timesheet with the state that follows from how far its person's time is submitted and approved. */
function withState(row: Values, follower: Follower): Values {
  const person = follower.records('users').find(({ id }) => id === row.user_id)!
  if (row.date <= person.approved_to) return { ...row, state: 'APPROVED' }
  return { ...row, state: row.date <= person.submitted_to ? 'SUBMITTED' : 'CLOSED' }
}
