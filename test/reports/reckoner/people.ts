import type { Chance } from '../../../src/sample/chance.ts'
import { days, firstDay, somePattern, ways, zones } from './companies.ts'
import { firstOfWeek, Wall, weekdayOf } from './dates.ts'
import {
  type Amount,
  amountKinds,
  type Company,
  expectedOn,
  hour,
  type Kind,
  type Pattern,
  type Person,
  type Rate,
  type Sheet,
} from './world.ts'

// Random people: patterns, rates and salaries, time, and amounts.

/** The jobs of a company by what they are for. The rates of `roof` and `cellar` may differ from the person's. */
export type Jobs = Record<'roof' | 'cellar' | 'office' | Exclude<Kind, 'work'>, number>

/** A random person of a company, without an id. */
export function somePerson(chance: Chance, jobs: Jobs, company: Company): Omit<Person, 'id'> {
  const byJob = company.jobRates.size > 0
  const isPieceWorker = chance.happens(0.15)
  const rates = isPieceWorker && chance.happens(0.6) ? [] : someRates(chance)
  const isSalaried = rates.some(({ per }) => per !== 'hour')
  const way = chance.pick(ways)
  const zone = chance.pick(zones)
  const person = {
    zone,
    exempt: chance.happens(isSalaried ? 0.35 : 0.05),
    hired: chance.happens(0.2) ? firstDay + chance.between(1, 20) : -Infinity,
    left: chance.happens(0.2) ? firstDay + chance.between(30, 54) : Infinity,
    patterns: somePatterns(chance, way),
    rates,
    onJobs: new Map(byJob && !isSalaried && chance.happens(0.3) ? [[jobs.roof, someHourly(chance, false)]] : []),
    shifts: [],
    sheets: [],
    amounts: [],
  }
  const shifts = chance.happens(0.35) ? someShifts(chance, person, company, way.begins) : []
  const sheets = someSheets(chance, { ...person, shifts, id: 0 }, company, jobs, way.begins)
  return { ...person, shifts, sheets, amounts: someAmounts(chance, isPieceWorker, sheets) }
}

function somePatterns(chance: Chance, way: (typeof ways)[number]): Pattern[] {
  if (chance.happens(0.3)) return []
  const first = somePattern(chance, -Infinity, way)
  return chance.happens(0.8) ? [first] : [first, somePattern(chance, firstDay + chance.between(10, 45), way)]
}

/** Rates by the hour of a job, from some days on. */
export function someHourly(chance: Chance, isAlways: boolean): Rate[] {
  const starts = [isAlways || chance.happens(0.9) ? -Infinity : firstDay + chance.between(1, 30)]
  if (chance.happens(0.4)) starts.push(firstDay + chance.between(31, 50))
  return starts.map((from) => {
    return { from, rate: chance.between(90_000, 600_000), per: 'hour', week: 0, fluctuating: false }
  })
}

function someRates(chance: Chance): Rate[] {
  const hourly = someHourly(chance, false)
  if (chance.happens(0.5)) return hourly
  const per = chance.pick(['week', 'month', 'year'] as const)
  const cents = chance.between(60_000, 250_000) * { week: 1, month: 4, year: 52 }[per]
  const fluctuating = chance.happens(0.25)
  const week = (fluctuating ? 40 : chance.pick([40, 40, 37.5, 35, 45, 50])) * hour
  const salary = { from: -Infinity, rate: cents * 100, per, week, fluctuating }
  const kind = chance.between(1, 10)
  if (kind > 4) return [salary]
  const later = firstDay + chance.between(3, 45)
  if (kind === 1) return [...hourly.filter(({ from }) => from < later), { ...salary, from: later }]
  if (kind === 2) return [salary, { ...hourly[0]!, from: later }]
  return [salary, { ...salary, from: later, rate: salary.rate + 100 * chance.between(1000, 90_000) }]
}

/** The shifts of two weeks, on some days of each. */
function someShifts(
  chance: Chance,
  { zone, hired, left }: Pick<Person, 'zone' | 'hired' | 'left'>,
  { weekStart }: Company,
  begins: number,
): Person['shifts'] {
  const wall = new Wall(zone)
  const first = firstOfWeek(firstDay + chance.between(7, days - 14), weekStart)
  const planned = Array.from({ length: 14 }, (_, n) => first + n).filter(() => chance.happens(0.6))
  return planned
    .filter((day) => day >= hired && day <= left)
    .map((day) => {
      const start = wall.instantOf(day * 86_400 + begins * hour)
      return { day, start, seconds: chance.between(24, 36) * 900 }
    })
}

/** Hours that are typed in are whole hundredths of an hour, as the API keeps them. */
function someSheets(chance: Chance, person: Person, company: Company, jobs: Jobs, begins: number): Sheet[] {
  const wall = new Wall(person.zone)
  const sheets: Sheet[] = []
  const busy = chance.pick([0.02, 0.1, 0.1, 0.9])
  let free = -Infinity
  const work = [jobs.roof, jobs.cellar, jobs.office, jobs.office]
  const typed = (kind: Kind, job: number, day: number, seconds: number) =>
    sheets.push({ id: sheets.length, kind, job, day, seconds })
  const timed = (kind: Kind, job: number, seconds: number) => {
    sheets.push({ id: sheets.length, kind, job, start: free, seconds })
    free += seconds
  }
  const idle = chance.between(0, 14)
  for (let day = firstDay + idle; day < firstDay + days; day++) {
    if (day < person.hired || day > person.left || (weekdayOf(day) === 0 && chance.happens(0.04))) continue
    const expected = expectedOn(person, company, day)
    const fate = chance.next()
    if (expected === 0 && fate > busy) continue
    if (expected > 0 && fate < 0.05) typed('pto', jobs.pto, day, expected)
    else if (expected > 0 && fate < 0.09) typed('unpaid_time_off', jobs.unpaid_time_off, day, expected)
    else if (fate > 0.97) typed('work', chance.pick(work), day, 36 * chance.between(100, 1000))
    else {
      const part = expected > 0 && fate < 0.12
      if (part) typed(chance.pick(['pto', 'unpaid_time_off']), jobs.pto, day, hour)
      const begin = wall.instantOf(day * 86_400 + begins * hour + chance.between(-5000, 9000))
      free = Math.max(free + 1, begin)
      timed('work', chance.pick(work), chance.between(3 * hour, 7 * hour))
      const pause = chance.pick(['unpaid_break', 'paid_break', 'none', 'none'] as const)
      if (pause !== 'none') timed(pause, jobs[pause], chance.between(300, 3600))
      if (chance.happens(0.85)) timed('work', chance.pick(work), chance.between(600, 7 * hour))
    }
  }
  // Hours of unpaid time off are on their own job.
  return sheets.map((sheet) => (sheet.kind === 'unpaid_time_off' ? { ...sheet, job: jobs.unpaid_time_off } : sheet))
}

function someAmounts(chance: Chance, isPieceWorker: boolean, sheets: readonly Sheet[]): Amount[] {
  const amounts: Amount[] = []
  for (let n = chance.pick([0, 1, 2, 4]); n > 0; n--) {
    const day = firstDay + chance.between(0, days - 1)
    const kind = chance.pick(amountKinds)
    const first = chance.happens(0.5) ? day : day - chance.between(1, 35)
    amounts.push(kind === 'piece' ? pieces(chance, day) : amountOf(kind, day, first, chance.between(1, 90_000)))
    if (kind === 'piece' || chance.happens(0.8)) continue
    const [of] = amounts.slice(-1) as [Amount]
    const corrects = amounts.length - 1
    amounts.push({ ...of, day: day + chance.between(0, 20), cents: -chance.between(1, of.cents), corrects })
  }
  for (const sheet of isPieceWorker ? sheets : [])
    if ('day' in sheet && sheet.kind === 'work' && chance.happens(0.8)) amounts.push(pieces(chance, sheet.day))
    else if ('start' in sheet && chance.happens(0.4)) amounts.push(pieces(chance, Math.floor(sheet.start / 86_400)))
  return amounts
}

function amountOf(kind: string, day: number, first: number, cents: number): Amount {
  return { kind, day, first, last: day, cents, quantity: 0, unit: 0, rest: 0 }
}

function pieces(chance: Chance, day: number): Amount {
  const [quantity, unit] = [chance.between(1, 400_000), chance.between(1, 90_000)]
  // Both are ten-thousandths; half a cent is rounded up.
  const cents = Math.floor((quantity * unit + 500_000) / 1_000_000)
  return { ...amountOf('piece', day, day, cents), quantity, unit, rest: 60 * chance.pick([0, 0, 10, 20]) }
}
