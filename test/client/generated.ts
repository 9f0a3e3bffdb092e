import createClient from 'openapi-fetch'
import type { paths } from '../../client/src/api.d.ts'

// What integrators write with the most used generator and its client, both with their defaults. It only has to compile.

/** Lists time and records some, as in docs/client.md. */
export async function recordTime(baseUrl: string, token: string): Promise<number[]> {
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
  const { data } = await api.GET('/timesheets', { params: { query: { start_date: '2026-03-01' } } })
  const durations = Object.values(data?.results.timesheets ?? {}).map((sheet) => sheet.duration)
  const item = { user_id: 4096, jobcode_id: 0, type: 'manual', date: '2026-03-02', duration: 3600 } as const
  await api.POST('/timesheets', { body: { data: [item] } })
  await api.POST('/groups', { body: { data: [{ name: 'Crew' }] } })
  await api.POST('/reports/payroll', { body: { data: { start_date: '2026-03-01', end_date: '2026-03-07' } } })
  return durations
}
