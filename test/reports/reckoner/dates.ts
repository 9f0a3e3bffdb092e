// The reckoner's own dates and clocks: a date is the number of days since 1970-01-01, an instant seconds since then. Nothing
// here comes from the server.

/** The number of a date such as `2026-03-01`. */
export function numberOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000
}

/** The date of a number. */
export function textOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

/** The day of the week of a date, 0 for Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The first day of the workweek of a date. */
export function firstOfWeek(day: number, weekStart: number): number {
  return day - ((weekdayOf(day) - weekStart + 7) % 7)
}

/** The day of the month of a date, and the number of days of that month. */
export function inMonth(day: number): { day: number; of: number } {
  const date = new Date(day * 86_400_000)
  return {
    day: date.getUTCDate(),
    of: new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate(),
  }
}

/** The clock on the wall of a zone: what it shows at an instant, as if it were UTC. */
export class Wall {
  readonly #format: Intl.DateTimeFormat
  readonly #offsets = new Map<number, number>()

  constructor(zone: string) {
    const numeric = 'numeric' as const
    const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric }
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts })
  }

  /** What the clock shows. Zones change their offsets at whole hours. */
  at(instant: number): number {
    return instant + this.offsetAt(instant)
  }

  /** Seconds ahead of UTC. */
  offsetAt(instant: number): number {
    const hour = Math.floor(instant / 3600)
    const known = this.#offsets.get(hour)
    if (known !== undefined) return known
    const of = Object.fromEntries(this.#format.formatToParts(hour * 3_600_000).map(({ type, value }) => [type, +value]))
    const shown = Date.UTC(of.year!, of.month! - 1, of.day, of.hour, of.minute, of.second) / 1000
    this.#offsets.set(hour, shown - hour * 3600)
    return shown - hour * 3600
  }

  /** The instant at which the clock shows this. */
  instantOf(shown: number): number {
    const near = shown - this.offsetAt(shown)
    return shown - this.offsetAt(near)
  }
}
