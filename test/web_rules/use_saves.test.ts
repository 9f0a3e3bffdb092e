import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { useSaves } from '../../web/pages/timesheet/grid/use_saves.ts'
import type { Sheet } from '../../web/pages/timesheet/week/week.ts'
import { runHook, serve } from './hooks.ts'

const place = { user_id: 7, date: '2026-11-17', jobcode_id: 1 }
const sheet = { id: 17, type: 'manual', ...place, duration: 7200 } as unknown as Sheet

describe('the hours of a cell', () => {
  /** Method and body or address of each write. */
  let writes: [method: string, what: unknown][]
  let refusals: { message: string; seconds: number; isNew: boolean }[]
  /** What the server answers to the next writes of an entry. */
  let result: object
  beforeEach(() => {
    serve({})
    writes = []
    refusals = []
    result = { _status_code: 200, id: 17 }
    const { fetch: read } = globalThis
    mock.method(globalThis, 'fetch', async (url: string, init: RequestInit = {}) => {
      const { method = 'GET', body } = init
      if (method === 'GET') return read(url, init)
      writes.push([method, body ? JSON.parse(String(body)).data : url])
      return Response.json({ results: { timesheets: { [method === 'DELETE' ? 17 : 1]: result } } })
    })
  })
  /** Saves hours of a cell with this entry or none, each before the ones before are saved. */
  const save = async (entry: Sheet | undefined, ...hours: number[]) => {
    const saves = await runHook(() =>
      useSaves(entry, place, ({ message }, seconds, old) => refusals.push({ message, seconds, isNew: !old })),
    )
    for (const seconds of hours) saves.save(seconds)
  }
  const arrived = async (list: readonly unknown[], count: number) => {
    while (list.length < count) await setImmediate()
  }

  test('hours typed while others are being saved are saved after them, into the same entry', async () => {
    await save(undefined, 3600, 7200, 0)
    await arrived(writes, 3)
    assert.deepEqual(writes, [
      ['POST', [{ ...place, type: 'manual', duration: 3600 }]],
      ['PUT', [{ id: 17, duration: 7200 }]],
      ['DELETE', '/api/v1/timesheets?ids=17'],
    ])
  })

  test('hours typed while an entry is being deleted create a new one, and nothing is deleted twice', async () => {
    await save(sheet, 0, 0, 5400)
    await arrived(writes, 2)
    assert.deepEqual(writes, [
      ['DELETE', '/api/v1/timesheets?ids=17'],
      ['POST', [{ ...place, type: 'manual', duration: 5400 }]],
    ])
  })

  test('refused hours are reported unless others were typed meanwhile, which are saved all the same', async () => {
    result = { _status_code: 406, _status_message: 'Not Acceptable', _status_extra: 'the day is locked' }
    await save(undefined, 3600, 7200)
    await arrived(refusals, 1)
    assert.deepEqual(
      writes.map(([method]) => method),
      ['POST', 'POST'],
    )
    assert.deepEqual(refusals, [{ message: 'The day is locked.', seconds: 7200, isNew: true }])
  })
})
