import { paired } from '../elements.ts'
import { english } from '../language/messages.ts'
import { sharesOfKinds } from '../pay/shown_hours.ts'
import { nameAmounts } from './carried_amounts.ts'
import { breakPremiumKind, kindInWords, timeOffJobcode } from './kinds.ts'
import { minuteSeconds, minutesText, spread } from './rounding.ts'
import { type Table, words } from './table.ts'
import {
  codeFor,
  codeForJob,
  type EntryRow,
  fileProblem,
  fullName,
  type Job,
  type PaidLine,
  type Person,
  type PersonTime,
  personProblem,
  type Tell,
} from './time.ts'
import { isWindows } from './windows.ts'

// QuickBooks imports time as activities: one for each entry and kind of hour, with overtime as a separate payroll item.

/** The saved setup for QuickBooks: names as spelled in its lists. */
type QuickBooksSetup = {
  /** From the header of the company file's timer list export; Desktop only. */
  company_name?: string
  company_create_time?: string
  /** Whether employees are listed first name first. */
  employee_name?: 'first_last' | 'last_first'
  /** Payroll items by kind of hour. */
  payroll_items?: Readonly<Record<string, string>>
  /** Service items and classes by jobcode. */
  items?: Readonly<Record<string, string>>
  classes?: Readonly<Record<string, string>>
}

/** What to do with notes that are too long. */
type LongNotes = 'refuse' | 'cut'

const notesMax = 1000
const minutesMax = 23 * 60 + 59

/** One activity, in terms that both file formats use. */
type Activity = {
  line: PaidLine
  minutes: number
  employee: string
  customer: string
  item: string
  payrollItem: string
  group: string
  billable: boolean
  notes: string
}

/**
 * QuickBooks Desktop: an IIF file of timer activities, with the section and columns of Intuit's import kit. Reports as
 * problems what the format cannot hold: durations above 23:59, notes of more than 1000 characters, and names with a
 * colon, which separates customer from job, or with characters outside Windows-1252.
 */
export function iifTable(setup: QuickBooksSetup, long: LongNotes, tell: Tell): Table {
  const { company_name = '', company_create_time = '' } = setup
  const section = 'setup.quickbooks_desktop'
  for (const [key, value] of Object.entries({ company_name, company_create_time }))
    if (value === '') tell(fileProblem(`${section}.${key}`, `copy the value from the company file’s timer list export`))
  if (!isWindows(company_name))
    tell(fileProblem(`${section}.company_name`, 'has characters that an IIF file cannot contain'))
  const activities = activitiesOf(setup, section)
  return {
    above: [
      ['!TIMERHDR', 'VER', 'REL', 'COMPANYNAME', 'FROMTIMER', 'COMPANYCREATETIME'],
      ['TIMERHDR', '8', '0', company_name, 'Y', company_create_time],
    ],
    columns: ['!TIMEACT', 'DATE', 'JOB', 'EMP', 'ITEM', 'PITEM', 'DURATION', 'PROJ', 'NOTE', 'BILLINGSTATUS'].map(
      (header) => words(header),
    ),
    rows: (time, tell) =>
      activities(time, tell).map((activity) => {
        const { line, minutes, employee, customer, item, payrollItem, group, billable } = activity
        const [year, month, day] = line.date.split('-')
        if (minutes > minutesMax)
          tell(personProblem(time.person, 'duration', `${line.date}: ${minutesText(minutes)} is more than 23:59`))
        checkLetters({ customer, employee, item, payrollItem, group }, time.person, tell)
        return [
          'TIMEACT',
          `${month}/${day}/${year!.slice(2)}`,
          customer,
          employee,
          item,
          payrollItem,
          minutesText(minutes),
          group,
          shortNotes(activity, long, time.person, tell),
          billable ? '1' : '0',
        ]
      }),
  }
}

/** QuickBooks Online: time activities as comma-separated text. */
export function onlineTable(setup: QuickBooksSetup): Table {
  const activities = activitiesOf(setup, 'setup.quickbooks_online')
  return {
    columns: [
      words('Name', 24),
      words('Transaction Date', 14),
      words('Customer', 32),
      words('Service Item', 20),
      words('Payroll item', 20),
      words('Duration', 10),
      words('Class', 16),
      words('Billable', 8),
      words('Notes', 40),
    ],
    rows: (time, tell) =>
      activities(time, tell).map(({ line, minutes, employee, customer, item, payrollItem, group, billable, notes }) => {
        const [year, month, day] = line.date.split('-')
        return [
          employee,
          `${month}/${day}/${year}`,
          customer,
          item,
          payrollItem,
          minutesText(minutes),
          group,
          billable ? 'Y' : 'N',
          notes,
        ]
      }),
  }
}

/** Turns people's time into activities and reports what QuickBooks would not recognize. */
function activitiesOf(setup: QuickBooksSetup, section: string): (time: PersonTime, tell: Tell) => Activity[] {
  const names = new Map<string, Person>()
  return (time, tell) => {
    const { person, lines, jobOf } = time
    nameAmounts(time, 'QuickBooks', tell)
    const entries = new Map(time.entries.map((entry) => [entry.id, entry]))
    const employee = employeeName(person, setup)
    const other = names.get(employee.toLowerCase())
    if (other)
      tell(
        personProblem(person, 'last_name', `${fullName(other)} has the same name; QuickBooks matches people by name`),
      )
    names.set(employee.toLowerCase(), person)
    const wrong = (field: string, message: string) => tell(personProblem(person, field, message))
    return paired(lines, minutesOf(lines)).flatMap(([line, minutes]) => {
      if (minutes === 0) return []
      if (minutes < 0) {
        const message = `${line.date}: ${minutesText(-minutes)} of “${kindInWords(line.kind, jobOf, english)}” were paid too much; QuickBooks has no negative times, so take them off there`
        tell({ ...personProblem(person, 'duration', message), blocking: false })
        return []
      }
      const payrollItem = codeFor(setup.payroll_items ?? {}, line.kind) ?? ''
      if (payrollItem === '' && line.kind !== 'regular')
        wrong(
          `${section}.payroll_items.${line.kind}`,
          `has “${kindInWords(line.kind, jobOf, english)}” hours, but no payroll item is set for them`,
        )
      const isOff = timeOffJobcode(line.kind) !== undefined || line.kind === breakPremiumKind
      const about = isOff ? noCustomer : jobColumns(jobOf(line.jobcode_id), setup, section, wrong)
      const notes = line.notes ?? oneLine(entries.get(line.entry_id))
      return { line, minutes, employee, payrollItem, ...about, notes }
    })
  }
}

/** Neither time off nor the premium for breaks has a customer. */
const noCustomer = { customer: '', item: '', group: '', billable: false }

type Wrong = (field: string, message: string) => void

/** The columns that depend on the job. */
function jobColumns(job: Job, setup: QuickBooksSetup, section: string, wrong: Wrong): typeof noCustomer {
  checkJob(job, wrong)
  const { path, billable } = job
  const item = codeForJob(setup.items ?? {}, job) ?? ''
  if (billable && item === '')
    wrong(`${section}.items`, `worked on ${path.join(' › ')}, which is billable but has no service item`)
  return { customer: path.join(':'), item, group: codeForJob(setup.classes ?? {}, job) ?? '', billable }
}

/** Minutes of each line, rounded so that each kind of hour adds up to its rounded sum. */
function minutesOf(lines: readonly PaidLine[]): number[] {
  return sharesOfKinds(
    lines,
    ({ kind }) => kind,
    (own) =>
      spread(
        own.map(({ seconds }) => seconds),
        minuteSeconds,
      ),
  )
}

function employeeName({ first_name, last_name }: Person, setup: QuickBooksSetup): string {
  if (setup.employee_name !== 'last_first' || last_name === '') return fullName({ first_name, last_name })
  return `${last_name}, ${first_name}`
}

function checkJob({ path }: Job, wrong: Wrong): void {
  for (const name of path)
    if (name.includes(':'))
      wrong('job', `the name ${name} has a colon, which separates customer from job in QuickBooks`)
}

function checkLetters(names: Record<string, string>, person: Person, tell: Tell): void {
  for (const [field, name] of Object.entries(names))
    if (!isWindows(name))
      tell(personProblem(person, fieldNames[field]!, `${name} has characters that an IIF file cannot contain`))
}

const fieldNames: Record<string, string> = {
  customer: 'job',
  employee: 'last_name',
  item: 'setup.quickbooks_desktop.items',
  payrollItem: 'setup.quickbooks_desktop.payroll_items',
  group: 'setup.quickbooks_desktop.classes',
}

function oneLine(entry: EntryRow | undefined): string {
  return (entry?.notes ?? '').replaceAll(/\s*[\r\n\t]+\s*/g, ' ').trim()
}

function shortNotes({ notes, line }: Activity, long: LongNotes, person: Person, tell: Tell): string {
  const problem = personProblem(person, 'notes', '')
  if (!isWindows(notes))
    tell({ ...problem, blocking: false, message: `${line.date}: characters that an IIF file cannot contain become ?` })
  if (notes.length <= notesMax) return notes
  if (long === 'refuse')
    tell({
      ...problem,
      message: `${line.date}: ${notes.length} characters, but QuickBooks accepts at most ${notesMax}`,
    })
  return notes.slice(0, notesMax)
}
