import { msg } from '../language/messages.ts'
import { type Reason, reason } from '../refusals/reason.ts'

// How long records are kept: the kinds that a company can choose for, the defaults, and what laws require.

type Kind = {
  label: string
  /** What is deleted with the records. */
  about: string
  /** The default in days; 0 is forever. */
  days: number
  /** The fewest and the most days that may be chosen; without `most`, forever is allowed, too. */
  least: number
  most?: number
  /** A record of working time, for which laws set a minimum. */
  isTime?: true
}

/** The kinds of records that a company chooses for. The audit and approved rules are kept forever. */
export const retentionKinds = {
  timesheets: {
    label: msg('Timesheets'),
    about: msg('Entries with their history, corrections, answers about breaks, and pictures attached only to them.'),
    days: 0,
    least: 366,
    isTime: true,
  },
  timesheets_deleted: {
    label: msg('Deleted timesheets'),
    about: msg('Entries that people deleted, with their history.'),
    days: 0,
    least: 366,
    isTime: true,
  },
  geolocations: {
    label: msg('GPS locations'),
    about: msg('Where people were while they worked.'),
    days: 0,
    least: 1,
  },
  files: {
    label: msg('Pictures'),
    about: msg('Pictures on entries and notes. Their names stay.'),
    days: 0,
    least: 30,
  },
  notifications: {
    label: msg('Notifications'),
    about: msg('Messages to people and how they were delivered.'),
    days: 90,
    least: 1,
    most: 3660,
  },
  mails: {
    label: msg('Emails'),
    about: msg('Which emails were sent to whom, without their text.'),
    days: 30,
    least: 1,
    most: 3660,
  },
  webhook_deliveries: {
    label: msg('Webhook deliveries'),
    about: msg('What was sent to other programs, and their answers.'),
    days: 30,
    least: 1,
    most: 3660,
  },
  sessions: {
    label: msg('Sessions'),
    about: msg('Browsers that people were signed in with, since their last use.'),
    days: 60,
    least: 1,
    most: 60,
  },
} as const satisfies Record<string, Kind>

/** The name of a kind of records. */
export type RetentionKind = keyof typeof retentionKinds

/** Whether a text is the name of a kind. */
export function isRetentionKind(text: string): text is RetentionKind {
  return Object.hasOwn(retentionKinds, text)
}

/** The most days that may be chosen: a century. */
const daysMax = 36_600

/** The years for which a country's law requires records of working time to be kept, and the law. */
type Law = { years: number; law: string }

/**
 * Legal requirements for records of working time, by country. If two laws differ, the longer time counts. Parts of a
 * country may require more, such as New York with six years (NY Labor Law § 195), and tax law has different periods.
 */
const laws: Readonly<Record<string, Law>> = {
  // Three years for payroll records, which include the hours of each day; two for the time cards behind them.
  US: { years: 3, law: '29 CFR 516.5, 516.6' },
  // Working time beyond eight hours a day, and that of minimum wage trades: two years each.
  DE: { years: 2, law: 'ArbZG § 16 (2), MiLoG § 17 (1)' },
  // One year for the labor inspection, three for working time agreed in days; wages can be claimed for three years.
  FR: { years: 3, law: 'Code du travail L3171-4, D3171-16, L3245-1' },
  // The daily record of working time that the decree of 2019 introduced.
  ES: { years: 4, law: 'Estatuto de los Trabajadores 34.9 (RDL 8/2019)' },
  // Employee records, which include the hours of people who are paid by the hour.
  AU: { years: 7, law: 'Fair Work Act 2009 s. 535 (1)' },
  // Proof that the minimum wage was paid; six years since April 2021.
  GB: { years: 6, law: 'National Minimum Wage Regulations 2015, reg. 59' },
}

/**
 * The law that applies to a company in a country. '' means not set, in which case it is the strictest known one.
 * Undefined if none is known.
 */
export function retentionLaw(country: string): Law | undefined {
  if (country !== '') return laws[country]
  return Object.values(laws).reduce((longest, law) => (law.years > longest.years ? law : longest))
}

/**
 * The fewest days for which a company in a country must keep records of a kind. A year counts as 366 days, so it is
 * never too short.
 */
export function leastDays(kind: RetentionKind, country: string): number {
  const { least, isTime }: Kind = retentionKinds[kind]
  const years = isTime ? (retentionLaw(country)?.years ?? 0) : 0
  return Math.max(least, years * 366)
}

/** Why a company may not keep records of a kind for this many days, 0 for forever; undefined if it may. */
export function retentionProblem(kind: RetentionKind, days: number, country: string): Reason | undefined {
  const { isTime, most = daysMax }: Kind = retentionKinds[kind]
  if (!Number.isInteger(days) || days < 0) return reason('retention_days_malformed')
  const tooLong = reason('retention_too_long', { max: most, kind })
  if (days === 0) return most < daysMax ? tooLong : undefined
  const least = leastDays(kind, country)
  if (days > most) return tooLong
  if (days >= least) return undefined
  const law = isTime && retentionLaw(country)
  if (!law) return reason('retention_too_short', { min: least, kind })
  const below = country === '' ? 'retention_below_longest_law' : 'retention_below_law'
  return reason(below, { min: least, kind, years: law.years, law: law.law })
}

/**
 * How many days a company with this choice keeps records of a kind, 0 for forever. A law may have been added since the
 * choice.
 */
export function daysKept(kind: RetentionKind, chosen: number | undefined, country: string): number {
  const { days, isTime }: Kind = retentionKinds[kind]
  const wanted = chosen ?? days
  return wanted > 0 && isTime ? Math.max(wanted, leastDays(kind, country)) : wanted
}
