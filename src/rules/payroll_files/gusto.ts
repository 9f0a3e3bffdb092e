import { hoursText, type Range } from '../pay/payroll.ts'
import { weekday } from '../time/calendar.ts'
import { nameAmounts } from './carried_amounts.ts'
import { breakPremiumKind, type Kind } from './kinds.ts'
import { fileProblem, hoursNamed, personNotice, personProblem, type Tell } from './problems.ts'
import { hours, type Table, words } from './table.ts'
import { codeFor, fullName, type PaidLine, type Person, type PersonTime, shownLines, sumBy } from './time.ts'

/** The hours columns that Gusto accepts. */
type GustoColumn = 'regular_hours' | 'overtime_hours' | 'double_overtime_hours' | 'vacation_hours' | 'sick_hours'

/** The saved setup for Gusto: a column for each kind of hour except regular and overtime, which have their own. */
type GustoSetup = { columns?: Readonly<Record<string, string>> }

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Gusto: a row per person, whole workweeks only. Double time and time off go to the columns in the setup. */
export function gustoTable(range: Range, { columns = {} }: GustoSetup): Table {
  const double = Object.values(columns).includes('double_overtime_hours')
  const shown: GustoColumn[] = [
    'regular_hours',
    'overtime_hours',
    ...(double ? (['double_overtime_hours'] as const) : []),
    'vacation_hours',
    'sick_hours',
  ]
  const own: Record<Kind, string> = { ...columns, regular: 'regular_hours', overtime: 'overtime_hours' }
  const weeks = new Set<number>()
  const names = new Map<string, Person>()
  return {
    columns: [
      words('last_name', 20),
      words('first_name', 20),
      words('gusto_employee_id', 18),
      ...shown.map((header) => hours(header, 14)),
    ],
    rows: (time, tell) => {
      const { person, weekStart } = time
      const lines = shownLines(time)
      if (!weeks.has(weekStart)) checkWeeks(range, weekStart, tell)
      weeks.add(weekStart)
      checkName(person, names, tell)
      const premium = lines.filter(({ kind }) => kind === breakPremiumKind)
      if (premium.length > 0) reportPremium(premium, person, tell)
      nameAmounts(time, 'Gusto', tell)
      const worked = lines.filter(({ kind }) => kind !== breakPremiumKind)
      const sums = sumBy(worked, ({ kind }) => codeFor(own, kind) ?? unknown(kind, time, tell))
      return [
        [
          person.last_name,
          person.first_name,
          person.payroll_id,
          ...shown.map((column) => Number(hoursText(sums.get(column) ?? 0))),
        ],
      ]
    },
  }
}

/** The range must begin and end with a workweek, because Gusto calculates overtime by the week. */
function checkWeeks({ start_date, end_date }: Range, weekStart: number, tell: Tell): void {
  const cut = (field: string, date: string, day: number, code: 'gusto_week_begins' | 'gusto_week_ends') => {
    if (weekday(date) !== day) tell(fileProblem(field, code, { date, day, weekday: dayNames[day]! }))
  }
  cut('start_date', start_date, weekStart, 'gusto_week_begins')
  cut('end_date', end_date, (weekStart + 6) % 7, 'gusto_week_ends')
}

/** Gusto matches people without an id by name. */
function checkName(person: Person, names: Map<string, Person>, tell: Tell): void {
  const name = `${person.last_name}/${person.first_name}`.toLowerCase()
  const other = names.get(name)
  names.set(name, person)
  if (!other) return
  for (const one of [other, person])
    if (one.payroll_id === '')
      tell(personProblem(one, 'payroll_id', 'number_missing_for_namesake', { name: fullName(person) }))
}

/** Gusto has no column for the premium, and hours in any other column would count as work or time off. */
function reportPremium(lines: readonly PaidLine[], person: Person, tell: Tell): void {
  const hours = hoursText(lines.reduce((sum, { seconds }) => sum + seconds, 0))
  tell(personNotice(person, breakPremiumKind, 'gusto_premium', { hours }))
}

function unknown(kind: Kind, { person, jobOf }: PersonTime, tell: Tell): string {
  tell(personProblem(person, `setup.gusto.columns.${kind}`, 'gusto_column_missing', hoursNamed(kind, jobOf)))
  return ''
}
