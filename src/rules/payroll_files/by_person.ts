import { msg, type Translate } from '../language/messages.ts'
import { hoursText, type Range } from '../pay/payroll.ts'
import { grossTable } from './gross.ts'
import { breakPremiumKind, byKind, isMoneyKind, type Kind, kindInWords, salaryKind } from './kinds.ts'
import { type Cell, type Column, dates, moneyColumn, type Part, Sums, whole, words } from './table.ts'
import { codeFor, moneyOf, type PersonTime } from './time.ts'

/** `codes` are the company’s own names for kinds of hours. With `byRate`, gross pay by rate follows. */
type Options = Range & { codes: Readonly<Record<string, string>>; money: boolean; byRate: boolean; t: Translate }

/** What a column of hours counts: a kind on the days of the file, or what is paid of it for earlier days. */
type Counted = { key: string; kind: Kind; isAdjustment: boolean; heading: string }

/** One person’s seconds by key, and money in currency units. */
type Row = {
  person: PersonTime['person']
  seconds: ReadonlyMap<string, number>
  /** Of kinds without hours, in currency units. */
  money: ReadonlyMap<Kind, number>
  cost: number
  billed: number
}

/** A column of figures, and how a person’s figure is found. */
type Figure = { column: Column; of: (row: Row) => number }

/**
 * Hours for payroll with one row per person, and a column for each kind of hours that occurs; what a pay run pays for
 * earlier days has its own columns. Each figure is the sum of
 * the lines that the CSV file has for the person, so both files have the same totals.
 */
export class PayrollByPerson {
  readonly #options: Options
  readonly #rows: Row[] = []
  readonly #counted = new Map<string, Counted>()
  readonly #byRate: Part | undefined

  constructor(options: Options) {
    this.#options = options
    if (options.byRate) this.#byRate = { title: options.t('Gross pay by rate'), table: grossTable(options.t), rows: [] }
  }

  /** Adds the row of the next person. */
  add(time: PersonTime): void {
    const { codes, t } = this.#options
    const seconds = new Map<string, number>()
    for (const { kind, shown, notes } of time.lines) {
      if (kind === salaryKind) continue
      const isAdjustment = notes !== undefined && !isMoneyKind(kind)
      // Its amount comes in a line of its own.
      if (isAdjustment && shown === 0) continue
      const key = `${kind} ${isAdjustment}`
      if (!isMoneyKind(kind)) seconds.set(key, (seconds.get(key) ?? 0) + shown)
      if (this.#counted.has(key)) continue
      const [words, code] = [kindInWords(kind, time.jobOf, t), codeFor(codes, kind)]
      const name = code ? `${words} (${code})` : words
      const heading = isAdjustment ? t('Adjustment: {kind}', { kind: name }) : name
      this.#counted.set(key, { key, kind, isAdjustment, heading })
    }
    const [cost, billed] = moneyOf(time.lines)
    const amounts = Map.groupBy(
      time.lines.filter(({ kind }) => isMoneyKind(kind)),
      ({ kind }) => kind,
    )
    const money = new Map([...amounts].map(([kind, lines]) => [kind, moneyOf(lines)[0]]))
    this.#rows.push({ person: time.person, seconds, money, cost, billed })
    this.#byRate?.rows.push(...this.#byRate.table.rows(time, () => {}))
  }

  /** The table of people, then gross pay by rate if it is wanted. */
  parts(): Part[] {
    const { start_date, end_date, t } = this.#options
    const figures = this.#figures()
    const columns = [...aboutPeople, ...figures.map(({ column }) => column)]
    const sums = new Sums(columns)
    const rows = this.#rows.map((row): Cell[] => {
      const { id, employee_number, payroll_id, last_name, first_name, group } = row.person
      const about = [id, employee_number || '', payroll_id, last_name, first_name, group, start_date, end_date]
      return [...about, ...figures.map(({ of }) => of(row) || '')]
    })
    for (const row of rows) sums.add(row, true)
    const foot = rows.length > 0 ? { foot: sums.row(aboutPeople.indexOf(lastName), t) } : {}
    const people: Part = { table: { columns, rows: () => [], ...foot }, rows }
    return this.#byRate && rows.length > 0 ? [people, this.#byRate] : [people]
  }

  #figures(): Figure[] {
    const { money, t } = this.#options
    const all = [...this.#counted.values()].sort(
      (a, b) => Number(a.isAdjustment) - Number(b.isAdjustment) || byKind(a.kind, b.kind),
    )
    const counted = all.filter(({ kind }) => kind !== breakPremiumKind && !isMoneyKind(kind))
    const hoursOf = (heading: string, counted: readonly Counted[]): Figure => ({
      column: hoursColumn(heading),
      of: ({ seconds }) => Number(hoursText(counted.reduce((sum, { key }) => sum + (seconds.get(key) ?? 0), 0))),
    })
    const isBilled = this.#rows.some(({ billed }) => billed !== 0)
    return [
      ...counted.map((one) => hoursOf(one.heading, [one])),
      hoursOf(t('Total'), counted),
      ...all.filter(({ kind }) => kind === breakPremiumKind).map((one) => hoursOf(one.heading, [one])),
      ...all
        .filter(({ kind }) => isMoneyKind(kind))
        .map(({ kind, heading }) => ({
          column: {
            ...moneyColumn(kind, heading),
            header: heading,
            own: true,
          },
          of: ({ money }: Row) => money.get(kind) ?? 0,
        })),
      ...(money ? [{ column: moneyColumn('gross_pay', msg('Gross pay')), of: ({ cost }: Row) => cost }] : []),
      ...(money && isBilled
        ? [{ column: moneyColumn('billable', msg('Billable')), of: ({ billed }: Row) => billed }]
        : []),
    ]
  }
}

const lastName = words('last_name', 18, msg('Last name'))

/** The period is in the title of the printed file. */
const aboutPeople: readonly Column[] = [
  whole('user_id'),
  whole('employee_number'),
  words('payroll_id', 12, msg('Payroll ID')),
  lastName,
  words('first_name', 18, msg('First name')),
  words('group', 20),
  dates('period_start'),
  dates('period_end'),
]

/** As wide as the longest word of its heading, which may have several lines. */
function hoursColumn(heading: string): Column {
  const longest = Math.max(...heading.split(' ').map(({ length }) => length))
  return { header: heading, paper: heading, own: true, kind: 'hours', width: Math.max(10, longest + 2) }
}
