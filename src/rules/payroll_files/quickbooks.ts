import { paired } from '../elements.ts'
import { sharesOfKinds } from '../pay/shown_hours.ts'
import { nameAmounts } from './carried_amounts.ts'
import { breakPremiumKind, timeOffJobcode } from './kinds.ts'
import { fileProblem, hoursNamed, personNotice, personProblem, type Tell } from './problems.ts'
import { minuteSeconds, minutesText, spread } from './rounding.ts'
import { type Table, words } from './table.ts'
import { codeFor, codeForJob, fullName, type Job, type PaidLine, type Person, type PersonTime } from './time.ts'
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
    if (value === '') tell(fileProblem(`${section}.${key}`, 'quickbooks_company_missing'))
  if (!isWindows(company_name)) tell(fileProblem(`${section}.company_name`, 'iif_company_letters'))
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
          tell(
            personProblem(time.person, 'duration', 'entry_too_long', {
              date: line.date,
              duration: minutesText(minutes),
            }),
          )
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
    if (other) tell(personProblem(person, 'last_name', 'employee_name_taken', { other: fullName(other) }))
    names.set(employee.toLowerCase(), person)
    return paired(lines, minutesOf(lines)).flatMap(([line, minutes]) => {
      if (minutes === 0) return []
      if (minutes < 0) {
        const values = { ...hoursNamed(line.kind, jobOf), date: line.date, duration: minutesText(-minutes) }
        tell(personNotice(person, 'duration', 'quickbooks_negative_time', values))
        return []
      }
      const payrollItem = codeFor(setup.payroll_items ?? {}, line.kind) ?? ''
      if (payrollItem === '' && line.kind !== 'regular')
        tell(
          personProblem(
            person,
            `${section}.payroll_items.${line.kind}`,
            'quickbooks_item_missing',
            hoursNamed(line.kind, jobOf),
          ),
        )
      const isOff = timeOffJobcode(line.kind) !== undefined || line.kind === breakPremiumKind
      const about = isOff ? noCustomer : jobColumns(jobOf(line.jobcode_id), setup, section, { person, tell })
      const notes = line.notes ?? entries.get(line.entry_id)?.notes ?? ''
      return { line, minutes, employee, payrollItem, ...about, notes }
    })
  }
}

/** Neither time off nor the premium for breaks has a customer. */
const noCustomer = { customer: '', item: '', group: '', billable: false }

type Told = { person: Person; tell: Tell }

/** The columns that depend on the job. */
function jobColumns(job: Job, setup: QuickBooksSetup, section: string, told: Told): typeof noCustomer {
  checkJob(job, told)
  const { path, billable } = job
  const item = codeForJob(setup.items ?? {}, job) ?? ''
  if (billable && item === '')
    told.tell(personProblem(told.person, `${section}.items`, 'service_item_missing', { job: path.join(' › ') }))
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

function checkJob({ path }: Job, { person, tell }: Told): void {
  for (const name of path)
    if (name.includes(':')) tell(personProblem(person, 'job', 'job_name_with_colon', { job: name }))
}

function checkLetters(names: Record<string, string>, person: Person, tell: Tell): void {
  for (const [field, name] of Object.entries(names))
    if (!isWindows(name)) tell(personProblem(person, fieldNames[field]!, 'iif_letters', { text: name }))
}

const fieldNames: Record<string, string> = {
  customer: 'job',
  employee: 'last_name',
  item: 'setup.quickbooks_desktop.items',
  payrollItem: 'setup.quickbooks_desktop.payroll_items',
  group: 'setup.quickbooks_desktop.classes',
}

/** Notes as IIF can hold them: on one line, and not too long. */
function shortNotes({ notes: written, line }: Activity, long: LongNotes, person: Person, tell: Tell): string {
  const notes = written.replaceAll(/\s*[\r\n\t]+\s*/g, ' ').trim()
  const { date } = line
  if (!isWindows(notes)) tell(personNotice(person, 'notes', 'iif_notes_letters', { date }))
  if (notes.length <= notesMax) return notes
  if (long === 'refuse')
    tell(personProblem(person, 'notes', 'notes_too_long', { date, length: notes.length, max: notesMax }))
  return notes.slice(0, notesMax)
}
