import { hasKey } from '../elements.ts'
import type { Rule } from './rule.ts'

// Statutory rules, as of 2026. Exemptions, agreements and permits are up to the company.

const hour = 3600

/** The federal rule, which the states below have, too. */
const weekly: Rule = { name: 'weekly', kind: 'weekly', afterSeconds: 40 * hour, multiplier: 1.5 }
const daily: Rule = { name: 'daily', kind: 'daily', afterSeconds: 8 * hour, multiplier: 1.5 }

const rulesByName = {
  /** Fair Labor Standards Act, 29 U.S.C. 207(a)(1). */
  federal: [weekly],
  /** Labor Code section 510(a); each hour once, as no two rates need to be combined. */
  california: [
    daily,
    { name: 'daily_double', kind: 'daily', afterSeconds: 12 * hour, multiplier: 2 },
    { name: 'seventh_day', kind: 'seventh_day', afterSeconds: 0, multiplier: 1.5 },
    { name: 'seventh_day_double', kind: 'seventh_day', afterSeconds: 8 * hour, multiplier: 2 },
    weekly,
  ],
  /** Alaska Statutes 23.10.060(b). */
  alaska: [daily, weekly],
  /** COMPS Order, 7 CCR 1103-1, rule 4.1.1: whichever of the three pays more. */
  colorado: [
    { name: 'daily', kind: 'daily', afterSeconds: 12 * hour, multiplier: 1.5 },
    { name: 'consecutive', kind: 'consecutive', afterSeconds: 12 * hour, multiplier: 1.5 },
    weekly,
  ],
  /**
   * NRS 608.018: over 8 hours only for those paid less than 1.5 times the minimum wage, which is $12 (Nevada
   * Constitution, article 15, section 16). NRS 608.0126: a workday is 24 hours that begin when work begins.
   */
  nevada: [{ name: 'daily', kind: 'rolling_day', afterSeconds: 8 * hour, multiplier: 1.5, payBelow: 18 }, weekly],
  /** KRS 337.285(1); KRS 337.050: the seventh day of a workweek, unless the week has no more than 40 hours. */
  kentucky: [
    { name: 'seventh_day', kind: 'seventh_day', afterSeconds: 0, multiplier: 1.5, weekOverSeconds: 40 * hour },
    weekly,
  ],
  /** ORS 653.261(1), OAR 839-020-0030(1). */
  oregon: [weekly],
  /** Mills, factories and manufacturing: ORS 652.020 (over 10 hours a day), and by ORS 653.265 whichever pays more. */
  oregon_manufacturing: [{ name: 'daily', kind: 'daily', afterSeconds: 10 * hour, multiplier: 1.5 }, weekly],
  /** Hospitals and residential care that agreed on it: 29 U.S.C. 207(j), 29 CFR 778.601. */
  hospital_8_80: [daily, { name: 'fortnight', kind: 'fortnight', afterSeconds: 80 * hour, multiplier: 1.5 }],
  /**
   * Code du travail, articles L3121-27 and L3121-36 (without an agreement): eight hours at 25 %, then 50 %; `settingsOfLaw`
   * has the week and the paid leave that counts. Work on May 1, from midnight to midnight (Cass. soc., 8 March 2007, no.
   * 05-44.330), is paid its wage once more (article L3133-6). Other holidays are up to agreements.
   */
  france: [
    { name: 'weekly_25', kind: 'weekly', afterSeconds: 35 * hour, multiplier: 1.25 },
    { name: 'weekly_50', kind: 'weekly', afterSeconds: 43 * hour, multiplier: 1.5 },
    {
      ...{ name: 'may_1', kind: 'clock', afterSeconds: 0, multiplier: 2, adds: true },
      ...{ dates: ['05-01'], startMinute: 0, endMinute: 24 * 60 },
    },
  ],
  /**
   * No overtime premium by law. Night work is more than 2 hours between 23:00 and 6:00 (ArbZG, section 2(3) and (4));
   * 25 % is what section 6(5) usually requires, 30 % for those who always work at night (BAG, 9 December 2015, 10 AZR
   * 423/14). It comes on top of other premiums.
   */
  germany: [
    {
      ...{ name: 'night', kind: 'clock', afterSeconds: 0, multiplier: 1.25, adds: true },
      ...{ startMinute: 23 * 60, endMinute: 6 * 60, overSeconds: 2 * hour },
    },
  ],
  /**
   * Clerks—Private Sector Award 2020 (MA000002): ordinary hours are 38 a week, at most 10 a day, from 7:00 to 19:00 and
   * on Saturdays to 12:30 (clause 13); overtime is time and a half for two hours, then double, and double on Sundays
   * (clause 21); public holidays are paid at 2.5 (clause 21.4), ordinary hours on Saturdays at 1.25 (clause 24). The two
   * hours are those of one stretch outside ordinary hours, also across midnight. Work that is resumed on the next day
   * without ten hours off duty is paid double until there were ten (clause 22); as ordinary hours are at least twelve hours
   * apart, such a rest is always shortened by overtime.
   */
  australia_clerks: [
    { name: 'weekly', kind: 'weekly', afterSeconds: 38 * hour, multiplier: 1.5 },
    { name: 'weekly_double', kind: 'weekly', afterSeconds: 40 * hour, multiplier: 2 },
    { name: 'daily', kind: 'daily', afterSeconds: 10 * hour, multiplier: 1.5 },
    { name: 'daily_double', kind: 'daily', afterSeconds: 12 * hour, multiplier: 2 },
    {
      ...{ name: 'night', kind: 'clock', afterSeconds: 0, multiplier: 1.5 },
      ...{ days: [1, 2, 3, 4, 5], startMinute: 19 * 60, endMinute: 7 * 60 },
    },
    {
      ...{ name: 'night_double', kind: 'clock', afterSeconds: 2 * hour, multiplier: 2 },
      ...{ days: [1, 2, 3, 4, 5], startMinute: 19 * 60, endMinute: 7 * 60 },
    },
    {
      ...{ name: 'monday_early', kind: 'clock', afterSeconds: 0, multiplier: 1.5 },
      ...{ days: [1], startMinute: 0, endMinute: 7 * 60 },
    },
    {
      ...{ name: 'monday_early_double', kind: 'clock', afterSeconds: 2 * hour, multiplier: 2 },
      ...{ days: [1], startMinute: 0, endMinute: 7 * 60 },
    },
    {
      ...{ name: 'saturday', kind: 'clock', afterSeconds: 0, multiplier: 1.25 },
      ...{ days: [6], startMinute: 7 * 60, endMinute: 12 * 60 + 30 },
    },
    {
      ...{ name: 'saturday_late', kind: 'clock', afterSeconds: 0, multiplier: 1.5 },
      ...{ days: [6], startMinute: 12 * 60 + 30, endMinute: 24 * 60 },
    },
    {
      ...{ name: 'saturday_double', kind: 'clock', afterSeconds: 2 * hour, multiplier: 2 },
      ...{ days: [6], startMinute: 12 * 60 + 30, endMinute: 24 * 60 },
    },
    { name: 'sunday', kind: 'clock', afterSeconds: 0, multiplier: 2, days: [0], startMinute: 0, endMinute: 24 * 60 },
    { name: 'holiday', kind: 'holiday', afterSeconds: 0, multiplier: 2.5 },
    { name: 'rest', kind: 'rest', afterSeconds: 10 * hour, multiplier: 2, wholeShift: true },
  ],
  /** Every hour is regular. */
  none: [],
} satisfies Record<string, readonly Rule[]>

/** The name of a preset. */
export type Preset = keyof typeof rulesByName

/** Statutory rules by name. */
export const presets: { readonly [name in Preset]: readonly Rule[] } = rulesByName

/**
 * Settings of section general that a law decides together with its rules, and by which article. In France, the week goes
 * from Monday to Sunday (Code du travail, L3121-35), and paid leave counts toward its hours (Cass. soc., 10 September 2025,
 * no. 23-14.455); sickness does not, so the company says which time off is leave.
 */
const settingsOfLaw: Partial<Record<Preset, Readonly<Record<string, number>>>> = {
  france: { week_start: 1, pto_overtime: 1 },
}

/** The settings that go with these rules; none for a company's own. */
export function settingsWith(chosen: unknown): Readonly<Record<string, number>> {
  return hasKey(presets, chosen) ? (settingsOfLaw[chosen] ?? {}) : {}
}

/** The settings of section general that any law decides. */
export const keysOfLaw: ReadonlySet<string> = new Set(Object.values(settingsOfLaw).flatMap((of) => Object.keys(of)))

/** Whether these rules are statutory, in which case shifts are split at the start of a workday or workweek. */
export function isLaw(chosen: unknown): boolean {
  return hasKey(presets, chosen) && chosen !== 'none'
}
