import { hoursText } from '../pay/payroll.ts'
import { amountNamed, amountSums } from './carried_amounts.ts'
import { byKind, type Kind } from './kinds.ts'
import { fileProblem, hoursNamed, personProblem, type Tell } from './problems.ts'
import { type Cell, type Table, words } from './table.ts'
import { codeFor, type PersonTime, shownLines, sumBy } from './time.ts'
import { numbers, type WhichNumber } from './workers.ts'

/** The saved setup for ADP Workforce Now. */
type AdpSetup = {
  /** Two or three letters or digits. */
  company_code?: string
  batch_id?: string
  file_number?: WhichNumber
  /** Codes for the fields Hours 3 and Hours 4 by kind of hour: double time, time off, other rates. */
  hours_3?: Readonly<Record<string, string>>
  hours_4?: Readonly<Record<string, string>>
  /** Codes for the fields Earnings 3 to 5 by kind of amount. */
  earnings_3?: Readonly<Record<string, string>>
  earnings_4?: Readonly<Record<string, string>>
  earnings_5?: Readonly<Record<string, string>>
  /** Temporary departments by group id. */
  departments?: Readonly<Record<string, string>>
}

/** ADP expects the file to be named after the company code, padded to three characters. */
export function adpFileName({ company_code = '' }: AdpSetup): string {
  return `PR${company_code.padEnd(3, '_')}EPI`
}

/**
 * ADP Workforce Now paydata: a row per person, or more if there are more kinds of hours than fit into Hours 3 and 4.
 * Regular hours and overtime at time and a half have separate columns.
 */
export function adpTable(setup: AdpSetup, tell: Tell): Table {
  const { company_code = '', batch_id = '', departments = {} } = setup
  const section = 'setup.adp_workforce_now'
  if (company_code === '') tell(fileProblem(`${section}.company_code`, 'adp_company_code_missing'))
  if (batch_id === '') tell(fileProblem(`${section}.batch_id`, 'adp_batch_id_missing'))
  const fileNumber = numbers(setup.file_number ?? 'payroll_id', /^\d{1,6}$/, 'adp_file_number_malformed', (text) =>
    text.padStart(6, '0'),
  )
  return {
    columns: [
      'Co Code',
      'Batch ID',
      'File #',
      'Reg Hours',
      'O/T Hours',
      'Hours 3 Code',
      'Hours 3 Amount',
      'Hours 4 Code',
      'Hours 4 Amount',
      'Temp Dept',
      'Temp Rate',
      ...[3, 4, 5].flatMap((field) => [`Earnings ${field} Code`, `Earnings ${field} Amount`]),
    ].map((header) => words(header)),
    rows: (time, tell) => {
      const { person } = time
      const lines = shownLines(time)
      const number = fileNumber(person, tell)
      const sums = sumBy(lines, (line) => line.kind)
      const three: Pair[] = []
      const four: Pair[] = []
      for (const [kind, seconds] of [...sums].sort(([a], [b]) => byKind(a, b))) {
        if (kind === 'regular' || kind === 'overtime') continue
        const pairs = codeFor(setup.hours_3 ?? {}, kind) ? three : four
        pairs.push([codeOf(setup, kind, section, time, tell), hoursText(seconds)])
      }
      const head = [company_code, batch_id, number]
      const earnings = earningsOf(setup, section, time, tell)
      const count = Math.max(1, three.length, four.length, ...earnings.map(({ length }) => length))
      return Array.from({ length: count }, (_, index): Cell[] => [
        ...head,
        index === 0 ? hoursOf(sums, 'regular') : '',
        index === 0 ? hoursOf(sums, 'overtime') : '',
        ...(three[index] ?? noPair),
        ...(four[index] ?? noPair),
        departments[person.group_id] ?? '',
        '',
        ...earnings.flatMap((pairs) => pairs[index] ?? noPair),
      ])
    },
  }
}

/** The amounts in the fields Earnings 3, 4 and 5, by the codes that the setup has for their kinds. */
function earningsOf(setup: AdpSetup, section: string, time: PersonTime, tell: Tell): Pair[][] {
  const fields = [setup.earnings_3 ?? {}, setup.earnings_4 ?? {}, setup.earnings_5 ?? {}]
  const found: Pair[][] = fields.map(() => [])
  for (const { kind, cents } of amountSums(time)) {
    const place = fields.findIndex((codes) => codes[kind])
    const pairs = found[place]
    if (pairs) pairs.push([fields[place]?.[kind] ?? '', (cents / 100).toFixed(2)])
    else
      tell(
        personProblem(
          time.person,
          `${section}.earnings_3.${kind}`,
          'adp_earnings_code_missing',
          amountNamed(kind, cents, time),
        ),
      )
  }
  return found
}

type Pair = [code: string, hours: string]
const noPair: Pair = ['', '']

function hoursOf(sums: ReadonlyMap<Kind, number>, kind: Kind): string {
  const seconds = sums.get(kind)
  return seconds === undefined ? '' : hoursText(seconds)
}

function codeOf(
  { hours_3 = {}, hours_4 = {} }: AdpSetup,
  kind: Kind,
  section: string,
  time: PersonTime,
  tell: Tell,
): string {
  const code = codeFor(hours_3, kind) ?? codeFor(hours_4, kind)
  if (code) return code
  const hours = hoursNamed(kind, time.jobOf)
  tell(personProblem(time.person, `${section}.hours_3.${kind}`, 'adp_code_missing', hours))
  return ''
}
