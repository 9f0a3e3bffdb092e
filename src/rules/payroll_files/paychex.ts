import { paired } from '../elements.ts'
import { amountNamed, amountSums } from './carried_amounts.ts'
import { timeOffJobcode } from './kinds.ts'
import { fileProblem, hoursNamed, personProblem, type Tell } from './problems.ts'
import { hundredthSeconds, hundredthsText, spread } from './rounding.ts'
import { type Cell, type Table, words } from './table.ts'
import { codeFor, type PaidLine, type PersonTime, shownLines } from './time.ts'
import { numbers, type WhichNumber } from './workers.ts'

/** The saved setup for Paychex. */
type PaychexSetup = {
  /** At most 8 letters and digits. */
  client_id?: string
  worker_id?: WhichNumber
  /** Pay components by kind of hour, spelled exactly as in Paychex: case-sensitive. */
  pay_components?: Readonly<Record<string, string>>
  /** Whether lines name the job by its short code. */
  job_number?: 'none' | 'short_code'
  /** Whether there is one line per day. */
  line_date?: 'none' | 'day'
}

const hundredthsMax = 99_999

/** Paychex Standard Payroll Import: 16 columns in a fixed order, a line per person and pay component. */
export function paychexTable(setup: PaychexSetup, tell: Tell): Table {
  const { client_id = '', job_number = 'none', line_date = 'none' } = setup
  const section = 'setup.paychex_spi'
  if (client_id === '') tell(fileProblem(`${section}.client_id`, 'paychex_client_id_missing'))
  const workerId = numbers(setup.worker_id ?? 'payroll_id', /^[A-Za-z0-9]{1,10}$/, 'paychex_worker_id_malformed')
  return {
    columns: [
      'Client ID',
      'Worker ID',
      'Org',
      'Job Number',
      'Pay Component',
      'Rate',
      'Rate #',
      'Hours',
      'Units',
      'Line Date',
      'Amount',
      'Check Seq',
      'Override State',
      'Override Local',
      'Local Jurisdiction',
      'Labor Assignment',
    ].map((header) => words(header)),
    rows: (time, tell) => {
      const { person } = time
      const worker = workerId(person, tell)
      const hours = paidBy(time, (line) => [
        componentOf(setup, section, line, time, tell),
        job_number === 'short_code' ? jobNumber(line, time, tell) : '',
        line_date === 'day' ? american(line.date) : '',
      ]).flatMap(([component, job, date, hundredths]): Cell[][] => {
        if (hundredths === 0) return []
        const hours = hundredthsText(hundredths)
        if (hundredths > hundredthsMax)
          tell(personProblem(person, 'hours', 'hours_above_line_max', { hours, component }))
        return [[client_id, worker, '', job, component, '', '', hours, '', date, '', '', '', '', '', '']]
      })
      return [...hours, ...amountRows(setup, section, { client_id, worker }, time, tell)]
    },
  }
}

/** The rows of amounts: one for each component, and for each date if lines have dates. */
function amountRows(
  { pay_components = {}, line_date = 'none' }: PaychexSetup,
  section: string,
  { client_id, worker }: { client_id: string; worker: string },
  time: PersonTime,
  tell: Tell,
): Cell[][] {
  const dates = line_date === 'day' ? [...new Set((time.amounts ?? []).map(({ date }) => date))].sort() : ['']
  return dates.flatMap((date) => {
    const amounts = (time.amounts ?? []).filter((amount) => date === '' || amount.date === date)
    return amountSums({ amounts }).flatMap(({ kind, cents }): Cell[][] => {
      const component = pay_components[kind]
      if (!component) {
        const field = `${section}.pay_components.${kind}`
        tell(personProblem(time.person, field, 'paychex_amount_component_missing', amountNamed(kind, cents, time)))
        return []
      }
      const [line, amount] = [date && american(date), (cents / 100).toFixed(2)]
      return [[client_id, worker, '', '', component, '', '', '', '', line, amount, '', '', '', '', '']]
    })
  })
}

type Key = [component: string, job: string, date: string]

/** Hundredths of an hour by key. Those of one component add up to its rounded sum. */
function paidBy(time: PersonTime, keyOf: (line: PaidLine) => Key): [...Key, number][] {
  const sums = new Map<string, { key: Key; seconds: number }>()
  for (const line of shownLines(time)) {
    const key = keyOf(line)
    const text = JSON.stringify(key)
    const sum = sums.get(text) ?? { key, seconds: 0 }
    sums.set(text, { key, seconds: sum.seconds + line.seconds })
  }
  const components = Map.groupBy(sums.values(), ({ key: [component] }) => component)
  return [...components.values()].flatMap((own) => {
    const hundredths = spread(
      own.map(({ seconds }) => seconds),
      hundredthSeconds,
    )
    return paired(own, hundredths).map(([{ key }, one]): [...Key, number] => [...key, one])
  })
}

function componentOf(
  { pay_components = {} }: PaychexSetup,
  section: string,
  { kind }: PaidLine,
  time: PersonTime,
  tell: Tell,
): string {
  const component = codeFor(pay_components, kind)
  if (component) return component
  const hours = hoursNamed(kind, time.jobOf)
  tell(personProblem(time.person, `${section}.pay_components.${kind}`, 'paychex_component_missing', hours))
  return ''
}

/** Short code of the job, or of its nearest ancestor that has one; '' for time off and time without a job. */
function jobNumber({ jobcode_id, kind }: PaidLine, { person, jobOf }: PersonTime, tell: Tell): string {
  const job = jobOf(jobcode_id)
  if (jobcode_id === 0 || timeOffJobcode(kind) !== undefined) return ''
  if (job.short_code === '' || job.short_code.length > 25)
    tell(personProblem(person, 'job', 'job_short_code_missing', { job: job.path.join(' › ') }))
  return job.short_code
}

function american(date: string): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}
