import { firstOfWeek, Wall, weekdayOf } from './dates.ts'
import { type Company, hour, type Person, type Rule, type Sheet } from './world.ts'

// How each second of work is paid, by the two sentences of the definition, one second after the other.

/** Seconds of one day that are paid alike, one after the other. `extra` and `loading` are in thousandths. */
export type Run = { day: number; job: number; extra: number; loading: number; isOvertime: boolean; seconds: number }

/** A stretch of an entry within one workday. */
type Stretch = { sheet: Sheet; day: number; start: number; seconds: number; isTyped: boolean }

/** The zone by which the days of a person are counted. */
export function zoneOf(person: Person, company: Company): string {
  return company.isFixed ? company.zone : person.zone
}

/** All work of a person in the order in which it is paid. */
export function worked(person: Person, company: Company): Run[] {
  const wall = new Wall(zoneOf(person, company))
  const stretches = stretchesOf(person, company, wall)
  const course = new Course(person, company, stretches, wall)
  const runs: (Run & { paid: Paid })[] = []
  for (const stretch of stretches)
    for (let second = 0; second < stretch.seconds; second++) {
      const paid = course.next(stretch, stretch.start + second)
      const last = runs[runs.length - 1]
      const { day, sheet } = stretch
      if (last?.paid === paid && last.day === day && last.job === sheet.job) last.seconds += 1
      else runs.push({ day, job: sheet.job, ...paid, paid, seconds: 1 })
    }
  return runs
}

function stretchesOf(person: Person, { dayStart, split, rounding }: Company, wall: Wall): Stretch[] {
  const found: Stretch[] = []
  for (const punched of person.sheets) {
    const sheet = rounded(punched, rounding)
    if (sheet.kind !== 'work' && sheet.kind !== 'paid_break') continue
    if ('day' in sheet) {
      found.push({ sheet, day: sheet.day, start: 0, seconds: sheet.seconds, isTyped: true })
      continue
    }
    for (let second = 0; second < sheet.seconds; second++) {
      const at = sheet.start + second
      const day = Math.floor((wall.at(split ? at : sheet.start) - dayStart * hour) / 86_400)
      const last = found[found.length - 1]
      if (last?.sheet === sheet && last.day === day) last.seconds += 1
      else found.push({ sheet, day, start: at, seconds: 1, isTyped: false })
    }
  }
  return found.sort(
    (a, b) => a.day - b.day || Number(a.isTyped) - Number(b.isTyped) || a.start - b.start || a.sheet.id - b.sheet.id,
  )
}

/** An entry with its start and end rounded; half of the minutes are rounded up. Zones differ from UTC by whole hours. */
function rounded(sheet: Sheet, rounding: Company['rounding']): Sheet {
  if (!rounding || 'day' in sheet) return sheet
  const unit = rounding.minutes * 60
  const at = (instant: number) => {
    const over = instant % unit
    const isUp = over > 0 && (rounding.direction === 'up' || (rounding.direction === 'nearest' && over >= unit / 2))
    return instant - over + (isUp ? unit : 0)
  }
  return { ...sheet, start: at(sheet.start), seconds: at(sheet.start + sheet.seconds) - at(sheet.start) }
}

/** A number of seconds that grows. */
type Count = { seconds: number }

/** What is the same for all seconds of a quarter of an hour: for each rule, what it counts; undefined outside of its hours. */
type Spot = { stretch: Stretch; quarter: number; day: Count; counts: (Count | undefined)[] }

type Paid = Pick<Run, 'extra' | 'loading' | 'isOvertime'>

class Course {
  readonly #company: Company
  readonly #wall: Wall
  /** Seconds of work by day, by the week of a rule, and by the hours of a rule. */
  readonly #counts = new Map<string, Count>()
  readonly #seventh = new Set<number>()
  readonly #holidays: ReadonlySet<number>
  #spot: Spot | undefined

  constructor(person: Person, company: Company, stretches: readonly Stretch[], wall: Wall) {
    const { weekStart, countsOff, holidays, rules } = company
    this.#company = person.exempt ? { ...company, rules: [] } : company
    this.#wall = wall
    this.#holidays = new Set(holidays)
    const week = (day: number) => firstOfWeek(day, weekStart)
    for (const [first, days] of Map.groupBy(new Set(stretches.map(({ day }) => day)), week))
      if (days.length === 7) this.#seventh.add(first + 6)
    for (const sheet of countsOff ? person.sheets : []) {
      if (sheet.kind !== 'pto' || !('day' in sheet)) continue
      this.#countOf(`day ${sheet.day}`).seconds += sheet.seconds
      for (const { name } of rules) this.#countOf(`${name} ${week(sheet.day)}`).seconds += sheet.seconds
    }
  }

  /** How the next second is paid; the same object for the same rules. */
  next(stretch: Stretch, at: number): Paid {
    const { rules, highest } = this.#company
    const { day, counts } = this.#spotOf(stretch, at)
    let best = -1
    // The rules that add, a bit for each, or the number of the highest of them.
    let adding = highest ? -1 : 0
    for (let n = 0; n < rules.length; n++) {
      const rule = rules[n]!
      const count = counts[n]
      if (rule.kind === 'weekly' || count === undefined || count.seconds < rule.after) continue
      if (!rule.adds) best = this.#greater(n, best)
      else adding = highest ? this.#greater(n, adding) : adding | (1 << n)
    }
    const short = this.#extraOf(best)
    for (let n = 0; n < rules.length; n++) {
      const rule = rules[n]!
      const count = counts[n]
      if (count === undefined || rule.kind === 'daily' || rule.kind === 'seventh_day') continue
      if (rule.kind === 'weekly' && rule.extra <= short) continue
      if (rule.kind === 'weekly' && count.seconds >= rule.after) best = this.#greater(n, best)
      count.seconds += 1
    }
    day.seconds += 1
    return this.#paidBy(best, highest && adding >= 0 ? 1 << adding : Math.max(0, adding))
  }

  /** The number of the rule that pays more; of two that pay the same, the second one. */
  #greater(one: number, other: number): number {
    return this.#extraOf(one) > this.#extraOf(other) ? one : other
  }

  #extraOf(rule: number): number {
    return this.#company.rules[rule]?.extra ?? 0
  }

  readonly #paid = new Map<number, Paid>()

  #paidBy(best: number, adding: number): Paid {
    const key = best + 1 + 100 * adding
    let paid = this.#paid.get(key)
    if (!paid) {
      const rules = this.#company.rules.filter((_, n) => n === best || (adding >> n) % 2 === 1)
      const sum = (some: readonly Rule[]) => some.reduce((all, { extra }) => all + extra, 0)
      const isOvertime = rules.some(({ kind }) => kind !== 'clock' && kind !== 'holiday')
      paid = { extra: sum(rules), loading: sum(rules.filter(isLoading)), isOvertime }
      this.#paid.set(key, paid)
    }
    return paid
  }

  #spotOf(stretch: Stretch, at: number): Spot {
    const quarter = Math.floor(at / 900)
    if (this.#spot?.stretch === stretch && this.#spot.quarter === quarter) return this.#spot
    const day = this.#countOf(`day ${stretch.day}`)
    const counts = this.#company.rules.map((rule) => {
      if (rule.kind === 'daily') return day
      if (rule.kind === 'seventh_day') return this.#seventh.has(stretch.day) ? day : undefined
      if (rule.kind === 'weekly')
        return this.#countOf(`${rule.name} ${firstOfWeek(stretch.day, this.#company.weekStart)}`)
      const began = this.#hoursOf(rule, stretch, at)
      return began === undefined ? undefined : this.#countOf(`${rule.name} in ${began}`)
    })
    this.#spot = { stretch, quarter, day, counts }
    return this.#spot
  }

  /** The date on which the hours of a rule began that contain a second; undefined outside of them. */
  #hoursOf(rule: Rule, { sheet, day, isTyped }: Stretch, at: number): number | undefined {
    const { kind, days = everyDay, from = 0, to = 1440 } = rule
    const isWhole = from === 0 && to === 1440
    if (isTyped && !isWhole) return undefined
    const shown = this.#wall.at(isWhole && !this.#company.split && 'start' in sheet ? sheet.start : at)
    const date = isTyped ? day : Math.floor(shown / 86_400)
    const minute = (shown / 60) % 1440
    const isWithin = isWhole || (from < to ? minute >= from && minute < to : minute >= from || minute < to)
    const began = !isWhole && from > to && minute < to ? date - 1 : date
    const isOn = kind === 'holiday' ? this.#holidays.has(date) : days.includes(weekdayOf(began))
    return isWithin && isOn ? began : undefined
  }

  #countOf(key: string): Count {
    const count = this.#counts.get(key) ?? { seconds: 0 }
    this.#counts.set(key, count)
    return count
  }
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** Whether what a rule pays is part of the regular rate (29 CFR 778.203, 778.207; 29 U.S.C. 207(e)(5) to (7)). */
function isLoading({ kind, extra, adds, days }: Rule): boolean {
  if (kind === 'daily' || kind === 'weekly') return false
  return extra < 500 || (kind === 'clock' && adds === true && days === undefined)
}
