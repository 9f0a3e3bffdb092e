import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { folderVariable } from '../../src/sight/zone_data.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { freshPlace, onEither } from '../support/server.ts'
import { writeZoneFiles } from '../support/zone_data.ts'

// Nepal changes its clocks from 5:45 to 6:45 h ahead of UTC, looking back to 1986: what is recorded stays as it was.

const until = '+05:45'
const since = '+06:45'

onEither('time recorded before the time zone data changed', (database) => {
  const zones = mkdtempSync(join(tmpdir(), 'clockhouse-zones-'))
  let place: Awaited<ReturnType<typeof freshPlace>>
  let beside: Beside
  let company: { id: number; adminId: number; token: string }
  let server: ServerProcess
  let meal: number
  const logs: string[] = []

  const send = async (method: 'POST' | 'PUT', item: Values): Promise<Values> => {
    const { body, text } = await server.call(company.token, method, '/timesheets', [item])
    const created = Object.values<Values>(body.results.timesheets)[0]!
    assert.ok([200, 201].includes(created._status_code), text)
    return created
  }
  const work = (start: string, end: string, more: Values = {}) =>
    send('POST', { user_id: company.adminId, jobcode_id: 0, type: 'regular', start, end, ...more })
  const list = async (resource: string, query: string): Promise<Values[]> => {
    const { body, text } = await server.call(company.token, 'GET', `/${resource}?${query}`)
    assert.ok(body.results, text)
    return Object.values<Values>(body.results[resource])
  }
  const post = async (resource: string, item: Values): Promise<number> => {
    const { body, text } = await server.call(company.token, 'POST', `/${resource}`, [item])
    const created = Object.values<Values>(body.results[resource])[0]!
    assert.ok([200, 201].includes(created._status_code), text)
    return created.id
  }
  const one = async (id: number) => (await list('timesheets', `ids=${id}&on_the_clock=both`))[0]!
  const times = ({ start, end, date }: Values) => ({ start, end, date })
  const console = async (path: string, body?: Values, method = 'POST') => {
    const headers = { authorization: `Bearer ${company.token}`, ...(body && { 'content-type': 'application/json' }) }
    const request = body ? { method, body: JSON.stringify(body) } : {}
    const answer = await fetch(`${server.url}/api/console${path}`, { headers, ...request })
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    return text
  }
  const march = 'start_date=2026-03-01&end_date=2026-03-31'
  /** Every listing, report and file about the time of March. */
  const everything = async (ids: readonly number[]) => {
    const data = { start_date: '2026-03-01', end_date: '2026-03-31' }
    const reports = ['payroll', 'payroll_by_jobcode'].map(async (name) => {
      const headers = { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ data })
      return (await fetch(`${server.url}/api/v1/reports/${name}`, { method: 'POST', headers, body })).json()
    })
    const byDay: string[] = []
    for (const day of ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'])
      byDay.push(await console(`/exports/payroll?start_date=${day}&end_date=${day}`))
    return {
      timesheets: await list('timesheets', march),
      deleted: await list('timesheets_deleted', march),
      histories: await Promise.all(ids.map((id) => console(`/timesheet_history?timesheet_id=${id}`))),
      entries: await console(`/exports/timesheets?${march}`),
      reports: await Promise.all(reports),
      byDay,
    }
  }
  const restart = async (settings: Record<string, string> = {}) => {
    if (server) {
      await server.kill()
      logs.push(...server.log)
    }
    server = await ServerProcess.start(place.place, settings)
  }

  before(async () => {
    writeZoneFiles(zones, '2098z', { kathmandu: 6.75 * 3600 })
    place = await freshPlace(database)
    beside = await Beside.open(place.place)
    company = await beside.company('Asia/Kathmandu')
    await restart()
    meal = JSON.parse(await console('/breaks', { name: 'Meal', type: 'unpaid_break' })).id
  })
  after(async () => {
    await server.kill()
    await beside.close()
    await place.clean()
    rmSync(zones, { recursive: true })
    assert.deepEqual([...logs, ...server.log], [])
  })

  test('time recorded under older time zone data keeps its start, end, date and pay, and what is set later has the new offset', async () => {
    const night = await work(`2026-03-02T23:30:00${until}`, `2026-03-03T06:00:00${until}`)
    const edited = await work(`2026-03-03T23:15:00${until}`, `2026-03-03T23:45:00${until}`)
    const host = await work(`2026-03-04T09:00:00${until}`, `2026-03-04T17:00:00${until}`)
    const sent = await work('2026-03-05T18:00:00Z', '2026-03-05T18:05:00Z')
    const hours = await send('POST', {
      ...{ user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-03-05', duration: 3600 },
    })
    const gone = await work(`2026-03-06T23:30:00${until}`, `2026-03-06T23:50:00${until}`)
    await server.call(company.token, 'DELETE', `/timesheets?ids=${gone.id}`)
    const created = [night, edited, host, sent, hours, gone].map(({ id }) => id)
    const early = await work(`2026-03-16T21:30:00${until}`, `2026-03-17T08:00:00${until}`)
    created.push(early.id)
    // Someone in India works the same night, by workdays of their own zone.
    const asha = await post('users', {
      ...{ username: 'asha', first_name: 'Asha', last_name: 'Rao', permissions: { time_tracking: true } },
    })
    await console('/settings', { for: 'user', id: asha, settings: { general: { tz: 'Asia/Kolkata' } } }, 'PUT')
    const abroad = await work(early.start, early.end, { user_id: asha })
    assert.match(abroad.start, /^2026-03-16T21:15:00\+05:30$/)
    created.push(abroad.id)
    const clock = Math.floor(Date.now() / 1000) * 1000
    const running = await work(new Date(clock - 3_600_000).toISOString(), '')
    assert.match(running.start, /\+05:45$/)
    const general = { calculate_overtime: 1, daily_overtime: 1, daily_regular_hours: 8 }
    const workdays = { workday_start: 22, shift_boundary: 'split' }
    await console('/settings', { settings: { general: { ...general, ...workdays } } }, 'PUT')
    const known = await everything(created)
    const [pay] = known.reports as { results: { payroll_report: Record<string, Values> } }[]
    const { total_ot_seconds } = pay!.results.payroll_report[company.adminId]!
    // Half an hour of the last night is before 22:00, so 2 hours of it are overtime; by clocks an hour ahead 2.5 would be.
    assert.equal(total_ot_seconds, (0.5 + 2) * 3600)
    // By the workdays of India, three quarters of an hour are before 22:00.
    assert.equal(pay!.results.payroll_report[asha]!.total_ot_seconds, 1.75 * 3600)
    assert.deepEqual(times(known.timesheets.find(({ id }) => id === sent.id)!), {
      start: `2026-03-05T23:45:00${until}`,
      end: `2026-03-05T23:50:00${until}`,
      date: '2026-03-05',
    })

    await restart({ [folderVariable]: zones })
    assert.deepEqual(await everything(created), known)

    // Only what is set now has the offset of now.
    const fresh = await work('2026-03-10T18:00:00Z', '2026-03-10T18:05:00Z')
    const later = { start: `2026-03-11T00:45:00${since}`, end: `2026-03-11T00:50:00${since}`, date: '2026-03-11' }
    assert.deepEqual(times(fresh), later)
    await send('PUT', { id: edited.id, end: '2026-03-03T18:15:00Z', notes: 'left later' })
    const end = `2026-03-04T01:00:00${since}`
    assert.deepEqual(times(await one(edited.id)), { start: edited.start, end, date: '2026-03-03' })
    await send('PUT', { id: running.id, end: new Date(clock).toISOString() })
    const { start, end: stopped } = await one(running.id)
    assert.deepEqual([start, stopped.slice(-6)], [running.start, since])
    // A record that is saved as it was read stays as it was.
    await send('PUT', { id: night.id, start: night.start, end: night.end, notes: 'counted' })
    assert.deepEqual(times(await one(night.id)), times(night))
    // A break splits an old entry: all of them show the clocks by which it was recorded.
    await work('2026-03-04T07:15:00Z', '2026-03-04T07:45:00Z', { jobcode_id: meal })
    const day = await list('timesheets', 'start_date=2026-03-04&end_date=2026-03-04')
    const parts = day.map(times).sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
    const cut = { start: `2026-03-04T13:00:00${until}`, end: `2026-03-04T13:30:00${until}` }
    assert.deepEqual(parts, [
      { start: host.start, end: cut.start, date: '2026-03-04' },
      { ...cut, date: '2026-03-04' },
      { start: cut.end, end: host.end, date: '2026-03-04' },
    ])
    // So do the dates of a night that is split after its recorded midnight.
    const evening = await work('2026-03-06T18:15:00Z', '2026-03-06T18:20:00Z')
    assert.equal(evening.start, `2026-03-07T01:00:00${since}`, 'what is recorded now has the offset of now')
    const nightParts = { start: '2026-03-02T18:10:00Z', end: '2026-03-02T18:20:00Z' }
    await work(nightParts.start, nightParts.end, { jobcode_id: meal })
    const split = (await list('timesheets', 'start_date=2026-03-02&end_date=2026-03-03')).filter(
      ({ id }) => id !== edited.id,
    )
    assert.deepEqual(
      split.map(times).sort((a, b) => Date.parse(a.start) - Date.parse(b.start)),
      [
        { start: night.start, end: `2026-03-02T23:55:00${until}`, date: '2026-03-02' },
        { start: `2026-03-02T23:55:00${until}`, end: `2026-03-03T00:05:00${until}`, date: '2026-03-02' },
        { start: `2026-03-03T00:05:00${until}`, end: night.end, date: '2026-03-03' },
      ],
    )
    const [shorter] = split.filter(({ id }) => id === night.id)
    // A deleted entry keeps what it had.
    await server.call(company.token, 'DELETE', `/timesheets?ids=${night.id}`)
    const [deleted] = await list('timesheets_deleted', `ids=${night.id}`)
    assert.deepEqual(times(deleted!), times(shorter!))
  })
})
