import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandbox } from 'clockhouse/testing'
import { hoursWorked } from './hours_worked.js'

test('counts a forgotten clock-out after a week, although the server is busy', async () => {
  await using box = await sandbox({ now: '2026-11-30T08:00' })
  const { user_id } = box.credentials
  const item = { user_id, type: 'regular', jobcode_id: 0, start: '2026-11-30T08:00:00-07:00', end: '' }
  const headers = { authorization: `Bearer ${box.token}`, 'content-type': 'application/json' }
  await fetch(`${box.url}/timesheets`, { method: 'POST', headers, body: JSON.stringify({ data: [item] }) })

  await box.clock.move('+7d')
  await box.fault({ path: '/timesheets', status: 429, retry_after: 1, count: 1 })

  assert.equal(await hoursWorked(box, user_id, '2026-11-30'), 7 * 24)
  assert.equal((await box.faults())[0].failed, 1)
  assert.match((await box.mails('olivia@northside.example')).at(-1).subject, /clocked out/i)
})
