import { elementAt } from '../elements.ts'
import { msg, type Translate, translator } from '../language/messages.ts'
import { isWholeDays, type Rule } from './rule.ts'
import { clockText } from './written.ts'

/** The reason of a rule, such as `over 8 h a day` or `from 22:00 to 06:00`. */
export function reasonOf(rule: Rule, t: Translate = translator('en')): string {
  const hours = inHours(rule.afterSeconds, t)
  if (rule.kind === 'seventh_day') return seventhDay(rule, hours, t)
  const isAlways = rule.afterSeconds === 0
  if (rule.kind === 'clock') {
    const when = clockWords(rule, t)
    return isAlways ? when : t('over {hours} {when}', { hours, when })
  }
  if (rule.kind === 'holiday') return isAlways ? t('holiday') : t('over {hours} on a holiday', { hours })
  return t(reasons[rule.kind], { hours })
}

const reasons = {
  daily: msg('over {hours} a day'),
  weekly: msg('over {hours} a week'),
  fortnight: msg('over {hours} in 14 days'),
  rest: msg('less than {hours} of rest before'),
  consecutive: msg('over {hours} in a row'),
  rolling_day: msg('over {hours} in 24 hours'),
}

/** `Sat, Sun from 22:00 to 06:00`. */
export function clockWords(rule: Rule, t: Translate): string {
  const days = daysOf(rule, t)
  if (isWholeDays(rule)) return days ?? t('all day')
  const [start, end] = [clockText(rule.startMinute ?? 0), clockText(rule.endMinute ?? 0)]
  return days ? t('{days} from {start} to {end}', { days, start, end }) : t('from {start} to {end}', { start, end })
}

/** `Sat, Sun`, or `May 1`; undefined for every day. */
function daysOf({ days, dates }: Rule, t: Translate): string | undefined {
  const names = days?.map((day) => t(elementAt(dayNames, day))) ?? []
  const format = new Intl.DateTimeFormat(t.locale ?? 'en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
  const all = [...names, ...(dates ?? []).map((date) => format.format(new Date(`2028-${date}T00:00:00Z`)))]
  return all.length > 0 ? all.join(', ') : undefined
}

const dayNames = [msg('Sun'), msg('Mon'), msg('Tue'), msg('Wed'), msg('Thu'), msg('Fri'), msg('Sat')]

function seventhDay({ afterSeconds, weekOverSeconds }: Rule, hours: string, t: Translate): string {
  const isAlways = afterSeconds === 0
  if (weekOverSeconds === undefined)
    return isAlways ? t('seventh day in a row') : t('over {hours} on the seventh day in a row', { hours })
  const week = inHours(weekOverSeconds, t)
  return isAlways
    ? t('seventh day in a row of a week over {week}', { week })
    : t('over {hours} on the seventh day in a row of a week over {week}', { hours, week })
}

function inHours(seconds: number, t: Translate): string {
  return t('{hours} h', { hours: Math.round(seconds / 36) / 100 })
}
