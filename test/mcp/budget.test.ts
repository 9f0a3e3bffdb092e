import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import type { Values } from '../../src/engine/table.ts'
import { clockhouse, RunningSandbox } from '../cli/command.ts'
import { nightly } from '../support/tiers.ts'
import { dataOf } from './client.ts'

// Every answer fits the context of an assistant, `dataOf` checks that, and what did not fit can be had with the cursor.

const now = '2026-11-30T10:00'
const month = { start_date: '2026-11-01', end_date: '2026-11-30' }

/** The largest questions for each tool that reads; the name of the rows in its answer. */
const questions: [string, Values, string][] = [
  ['who_is_on_the_clock', { limit: 500 }, 'people'],
  ['sum_hours', { ...month, by: ['person', 'day', 'job'], limit: 500 }, 'rows'],
  ['sum_hours', { ...month, by: ['person'] }, 'rows'],
  ['sum_hours', { ...month, by: ['group', 'job'] }, 'rows'],
  ['list_time', { start_date: '2026-11-27', end_date: '2026-11-30', limit: 200 }, 'entries'],
  ['find_people', { limit: 500, archived: 'both' }, 'people'],
  ['find_jobs', { limit: 500, type: 'all', archived: 'both' }, 'jobs'],
  ['list_time_off', { limit: 200 }, 'requests'],
  ['list_time_off', { show: 'balances', limit: 200 }, 'balances'],
  ['list_approvals', { ...month, status: 'all', limit: 500 }, 'people'],
  ['list_schedule', { start_date: '2026-11-23', end_date: '2026-12-06', drafts: true, limit: 200 }, 'shifts'],
  ['run_report', { report: 'payroll', ...month, limit: 500 }, 'people'],
  ['run_report', { report: 'payroll_by_job', ...month, limit: 500 }, 'jobs'],
  ['run_report', { report: 'projects', limit: 500 }, 'projects'],
]

const lists = ['users', 'jobcodes', 'groups', 'customfields', 'jobcode_assignments', 'locations']
const more = [
  'projects',
  'estimates',
  'estimate_items',
  'time_off_requests',
  'notifications',
  'pay_runs',
  'geofence_configs',
]

function tests(scenario: string): void {
  let sandbox: RunningSandbox
  let client: Client
  before(async () => {
    sandbox = await RunningSandbox.start(['--stopped', '--now', now, '--scenario', scenario])
    client = await connect(sandbox.access.access_token)
  })
  after(async () => {
    await client?.close()
    await sandbox?.stop()
  })

  const connect = async (token: string): Promise<Client> => {
    const [ours, assistant] = InMemoryTransport.createLinkedPair()
    const origin = new URL(sandbox.access.base_url).origin
    const env = { CLOCKHOUSE_TOKEN: token }
    const { code, stderr } = await clockhouse(['mcp', '--url', origin], { env, assistant })
    assert.equal(code, 0, stderr)
    const made = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await made.connect(ours)
    return made
  }
  const api = async (path: string): Promise<Values> => {
    const headers = { authorization: `Bearer ${sandbox.access.access_token}` }
    return (await (await fetch(sandbox.access.base_url + path, { headers })).json()) as Values
  }
  /** All rows of a question, page by page. */
  const everything = async (
    name: string,
    args: Values,
    rows: string,
  ): Promise<{ all: Values[]; first: Values; pages: number }> => {
    const first = await dataOf(client, name, args)
    const all: Values[] = [...first[rows]]
    let pages = 1
    for (let page = first; page.more; pages++) {
      assert.ok(page[rows].length > 0, name)
      page = await dataOf(client, name, { ...args, cursor: page.cursor })
      all.push(...page[rows])
    }
    return { all, first, pages }
  }

  for (const [name, args, rows] of questions)
    test(`the answers of ${name} ${JSON.stringify(args)} fit, and their pages have each row once`, async () => {
      const { all, first } = await everything(name, args, rows)
      assert.ok(all.length > 0, JSON.stringify(first))
      assert.equal(new Set(all.map((row) => JSON.stringify(row))).size, all.length)
      const { rows_in_all: total = all.length } = first
      assert.equal(all.length, total)
    })

  test('the records of every other list fit', async () => {
    for (const type of [...lists, ...more]) await dataOf(client, 'read_records', { type, limit: 200 })
    await dataOf(client, 'read_records', { type: 'timesheets', filters: month, limit: 200 })
  })

  test('the sums are those of the entries, and the pages of entries are those of the API', async () => {
    const range = { start_date: '2026-11-27', end_date: '2026-11-29' }
    const { all } = await everything('list_time', { ...range, limit: 200 }, 'entries')
    const direct: number[] = []
    for (let page = 1, more = true; more; page++) {
      const query = new URLSearchParams({ ...range, page: String(page), on_the_clock: 'both' })
      const body = await api(`/timesheets?${query}`)
      direct.push(...Object.values<Values>(body.results.timesheets).map(({ id }) => id))
      more = body.more
    }
    const inOrder = (list: number[]) => list.toSorted((a, b) => a - b)
    assert.deepEqual(inOrder(all.map(({ id }) => id)), inOrder(direct))
    const sums = await dataOf(client, 'sum_hours', { ...range, by: ['day'] })
    const { hours, time_off_hours = 0, unpaid_hours = 0 } = sums.total
    const listed = all.reduce((total, entry) => total + entry.hours, 0)
    const difference = Math.abs(hours + time_off_hours + unpaid_hours - listed)
    assert.ok(difference < 0.005 * (all.length + 3), `${difference} hours`)
    const { total } = await dataOf(client, 'sum_hours', { ...range, by: ['person', 'job'] })
    assert.deepEqual(total, sums.total)
    assert.ok(all.every(({ person, state }) => typeof person === 'string' && typeof state === 'string'))
  })

  test('people and jobs are found by parts of their names', async () => {
    const { people } = await dataOf(client, 'find_people', { user_ids: ['me'] })
    const [first, last] = people[0].name.split(' ')
    const found = await dataOf(client, 'find_people', { name: `${last.toLowerCase()} ${first.slice(0, 3)}` })
    assert.ok(found.people.some(({ user_id }: Values) => user_id === people[0].user_id))
    const { jobs } = await dataOf(client, 'find_jobs', { limit: 500 })
    const below = jobs.find(({ job }: Values) => job.includes(' > '))
    assert.ok(below, 'a job below another has both names')
    const again = await dataOf(client, 'find_jobs', { name: below.job.replace(' > ', ' ') })
    assert.ok(again.jobs.some(({ jobcode_id }: Values) => jobcode_id === below.jobcode_id))
  })
}

describe('the answers for a company of 25 people', () => tests('usual'))
nightly.describe('the answers for a company of 500 people', () => tests('500-people'))
