import { setTimeout as wait } from 'node:timers/promises'

/** The hours that a person has worked from a date on. A small integration: it waits when the server is busy. */
export async function hoursWorked({ url, token }, userId, from) {
  const response = await fetch(`${url}/timesheets?start_date=${from}&user_ids=${userId}&on_the_clock=no`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status === 429) {
    await wait(Number(response.headers.get('retry-after')) * 1000)
    return hoursWorked({ url, token }, userId, from)
  }
  const { results } = await response.json()
  return Object.values(results.timesheets).reduce((sum, sheet) => sum + sheet.duration, 0) / 3600
}
