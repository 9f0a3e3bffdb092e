import { addDays, weekday, weekOf } from '../rules/time/calendar.ts'
import { Chance } from './chance.ts'
import type { Person } from './company.ts'
import { isClosed } from './holidays.ts'

const minute = 60
const hour = 3600

/** A continuous stretch of work: seconds after midnight, possibly beyond 24 hours, and the job's path. */
type Stretch = { from: number; to: number; job: string }

/** The time a person records on a day: stretches on the clock, and durations entered manually later. */
type Day = { stretches: Stretch[]; cards: { seconds: number; job: string; forgotten: boolean }[] }

const nothing: Day = { stretches: [], cards: [] }

/**
 * A person's day; `jobs` are the paths of the jobs to choose from. It depends only on seed, person and date, so past days
 * never change.
 */
export function dayOf(person: Person, date: string, jobs: readonly string[], seed: number): Day {
  const chance = new Chance(seed, person.username, date)
  const week = weekOf(date, 0)
  const weekly = new Chance(seed, person.username, week)
  const day = weekday(date)
  const workday = day > 0 && day < 6
  if (person.habit === 'none' || jobs.length === 0) return nothing
  const absence = workday ? absenceOn(date, weekly, chance) : undefined
  if (absence) return off(absence)

  const crunch = person.habit === 'site' && new Chance(seed, person.group, week).happens(0.15)
  if (!chance.happens(attendance(person, day, crunch))) return nothing
  if (person.habit === 'card') return card(chance.between(15, 18) * 1800, 'overhead/office', false)
  const favorite = weekly.pick(jobs)
  if (workday && chance.happens(0.012)) return card(8 * hour, favorite, true)

  const stretches = byTheClock(person, date, crunch, favorite, jobs, chance, seed)
  const call = callOn(person, date, seed)
  return { stretches: call ? [...stretches, call] : stretches, cards: [] }
}

function absenceOn(date: string, weekly: Chance, daily: Chance): Parameters<typeof off>[0] | undefined {
  if (isClosed(date)) return 'holiday'
  if (weekly.happens(0.05)) return 'vacation'
  return daily.happens(0.012) ? 'sick' : undefined
}

function byTheClock(
  person: Person,
  date: string,
  crunch: boolean,
  favorite: string,
  jobs: readonly string[],
  chance: Chance,
  seed: number,
): Stretch[] {
  const late = callOn(person, addDays(date, -1), seed) !== undefined
  const usual = { site: 7, service: 8, desk: 8.5, card: 9, none: 9 }[person.habit]
  const start = (late ? 10.5 : usual) * hour + chance.between(-12 * minute, 12 * minute)
  const job = chance.happens(0.75) ? favorite : chance.pick(jobs)
  if (weekday(date) === 6) return [{ from: start, to: start + chance.between(4 * hour, 6 * hour), job }]

  const lunch = start + chance.between(4 * hour, 5 * hour)
  const again = lunch + chance.between(28 * minute, 45 * minute)
  const worked = (late ? 6 : 8) * hour + chance.between(-20 * minute, 30 * minute) + (crunch ? 110 * minute : 0)
  const end = again + worked - (lunch - start)
  const next = chance.happens(0.65) ? job : chance.pick(jobs)
  const morning = chance.happens(0.2) ? withRest(start, lunch, job, chance) : [{ from: start, to: lunch, job }]
  const noon = chance.happens(0.2) ? [{ from: lunch, to: again, job: 'lunch' }] : []
  const afternoon = chance.happens(0.25)
    ? withChange(again, end, next, chance.pick(jobs), chance)
    : [{ from: again, to: end, job: next }]
  return [...morning, ...noon, ...afternoon]
}

function withRest(from: number, to: number, job: string, chance: Chance): Stretch[] {
  const rest = from + chance.between(110 * minute, 140 * minute)
  const back = rest + chance.between(10 * minute, 15 * minute)
  return [
    { from, to: rest, job },
    { from: rest, to: back, job: 'rest' },
    { from: back, to, job },
  ]
}

function withChange(from: number, to: number, job: string, other: string, chance: Chance): Stretch[] {
  const change = from + Math.floor(((to - from) * chance.between(30, 70)) / 100)
  return [
    { from, to: change, job },
    { from: change, to, job: other },
  ]
}

/** Occasionally a service technician is called out in the evening and works past midnight. */
function callOn(person: Person, date: string, seed: number): Stretch | undefined {
  const day = weekday(date)
  const chance = new Chance(seed, person.username, date, 'call')
  if (person.habit !== 'service' || day < 1 || day > 4 || isClosed(date) || !chance.happens(0.04)) return undefined
  const from = 21.5 * hour + chance.between(0, 40 * minute)
  return { from, to: 24 * hour + chance.between(30 * minute, 160 * minute), job: 'service/emergency' }
}

function attendance({ habit }: Person, day: number, crunch: boolean): number {
  if (day === 0) return 0
  if (day < 6) return 0.975
  if (habit === 'site') return crunch ? 0.6 : 0.04
  return habit === 'service' ? 0.25 : 0
}

function off(job: string): Day {
  return card(8 * hour, job, false)
}

function card(seconds: number, job: string, forgotten: boolean): Day {
  return { stretches: [], cards: [{ seconds, job, forgotten }] }
}
