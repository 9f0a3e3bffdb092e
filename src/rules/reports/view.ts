import { msg } from '../language/messages.ts'
import { addDays, isDate, weekOf } from '../time/calendar.ts'
import { payPeriodOf } from '../time/pay_periods.ts'
import { type Grouping, groupings } from './hours.ts'

// The view of a report, as text in the app’s URL: the page, links to it and saved reports use the same text.

/** Named ranges of dates, relative to today. */
export const ranges = {
  'this-period': msg('This pay period'),
  'last-period': msg('Last pay period'),
  'this-week': msg('This week'),
  'last-week': msg('Last week'),
  'last-14': msg('Last 14 days'),
  'this-month': msg('This month'),
  'last-month': msg('Last month'),
  custom: msg('Custom dates'),
} as const

/** One of them. */
export type RangeName = keyof typeof ranges

/** First and last date, both included. */
export type Dates = { start: string; end: string }

type General = Parameters<typeof payPeriodOf>[1]

/** The name of the range in a URL, with its dates if they are custom. `usual`: what a URL without a range stands for. */
export function readRange(
  search: URLSearchParams,
  usual: RangeName = 'last-14',
): { name: RangeName; custom: Dates | undefined } {
  const [from, to, named] = [search.get('from') ?? '', search.get('to') ?? '', search.get('range') ?? '']
  if (isDate(from) && isDate(to)) return { name: 'custom', custom: { start: from, end: to } }
  const known = Object.keys(ranges).find((name): name is RangeName => name === named)
  return { name: known && known !== 'custom' ? known : usual, custom: undefined }
}

/** The dates of a named range on a day, by the company’s week and pay period. */
export function datesOf(name: RangeName, today: string, general: General): Dates {
  const period = payPeriodOf(today, general)
  const monthOf = (date: string) => {
    const start = `${date.slice(0, 8)}01`
    return { start, end: addDays(`${addDays(start, 31).slice(0, 8)}01`, -1) }
  }
  const weekAt = (date: string) => {
    const start = weekOf(date, Number(general.week_start ?? 0))
    return { start, end: addDays(start, 6) }
  }
  switch (name) {
    case 'this-period':
      return period
    case 'last-period':
      return payPeriodOf(addDays(period.start, -1), general)
    case 'this-week':
      return weekAt(today)
    case 'last-week':
      return weekAt(addDays(today, -7))
    case 'this-month':
      return monthOf(today)
    case 'last-month':
      return monthOf(addDays(`${today.slice(0, 8)}01`, -1))
    default:
      return { start: addDays(today, -13), end: today }
  }
}

/** The layout and the filters of the hours report in a URL; '' for everything not chosen. */
export type HoursView = {
  by: Grouping
  /** A grouping within each row. */
  within: Grouping | ''
  sort: string
  job: string
  customer: string
  group: string
  user: string
  item: string
  billable: 'yes' | 'no' | ''
  /** Whether cost and billable amounts are shown to those who may see them. */
  money: boolean
}

/** The view in a URL; invalid parts are ignored. */
export function readView(search: URLSearchParams): HoursView {
  const grouping = (name: string) => groupings.find((one) => one === search.get(name))
  const by = grouping('by') ?? 'job'
  const within = grouping('within') ?? ''
  const billable = search.get('billable')
  const id = (name: string) => (/^\d{1,16}$/.test(search.get(name) ?? '') ? search.get(name)! : '')
  return {
    by,
    within: within === by ? '' : within,
    sort: search.get('sort') ?? 'name',
    job: id('job'),
    customer: id('customer'),
    group: id('group'),
    user: id('user'),
    item: id('item'),
    billable: billable === 'yes' || billable === 'no' ? billable : '',
    money: search.get('money') !== 'no',
  }
}

/** The names of the filters that are set. */
export function filtersSet(view: HoursView): string[] {
  return (['job', 'customer', 'group', 'user', 'item', 'billable'] as const).filter((name) => view[name] !== '')
}

/** The view as a query for the report’s endpoint and its files. */
export function hoursQuestion(view: HoursView, { start, end }: Dates, seesMoney: boolean): Record<string, string> {
  const { by, within, sort, job, customer, group, user, item, billable, money } = view
  const given = {
    ...{ start_date: start, end_date: end, group_by: within === '' ? by : `${by},${within}`, sort },
    ...{ user_ids: user, group_ids: group, jobcode_ids: job || customer, item_ids: item, billable },
    money: money && seesMoney ? 'yes' : '',
  }
  return Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''))
}
