import type { Loaded } from './load.ts'

/** Timesheets that do not overlap: each person’s next free hour from 2030 on. */
export class Sheets {
  readonly #loaded: Loaded
  #made = 0

  constructor(loaded: Loaded) {
    this.#loaded = loaded
  }

  batch(count: number): string {
    const { users, jobcodes } = this.#loaded
    const data = Array.from({ length: count }, () => {
      const number = this.#made++
      const start = Date.UTC(2030, 0, 1) + Math.floor(number / users.length) * 7_200_000
      return {
        user_id: users[number % users.length],
        jobcode_id: jobcodes[number % jobcodes.length],
        type: 'regular',
        start: new Date(start).toISOString(),
        end: new Date(start + 3_600_000).toISOString(),
      }
    })
    return JSON.stringify({ data })
  }

  /** Ids of timesheets created here, to be deleted. */
  async newest(url: string, headers: Record<string, string>, count: number): Promise<number[]> {
    const ids: number[] = []
    for (let page = 1; ids.length < count; page++) {
      const answer = await fetch(
        `${url}/api/v1/timesheets?start_date=2030-01-01&limit=200&supplemental_data=no&page=${page}`,
        { headers },
      )
      const body = (await answer.json()) as { results: { timesheets: Record<string, unknown> }; more: boolean }
      ids.push(...Object.keys(body.results.timesheets).map(Number))
      if (!body.more) break
    }
    return ids
  }
}
