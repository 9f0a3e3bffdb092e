import { msg } from '../../../src/rules/language/messages.ts'
import type { Item, Records } from '../../api/records.ts'
import { folded } from '../../components/listing/order.ts'
import { t } from '../../language.ts'
import { grantsOf, type Role, roles } from '../people/permission_words.ts'
import { namesFrom } from './file/cells.ts'
import { hasOpenYear, readDate } from './file/dates.ts'
import { type Mark, readNumber } from './file/numbers.ts'
import { jobFinder } from './job_paths.ts'
import { type Choices, column, headingOf, type Kind, type Mistake, type Row } from './plan.ts'
import { isWord, no, readYesNo, yes } from './values.ts'

/** A user as the API returns it. */
export type User = Records['users']
/** The company's existing data. */
export type Known = {
  users: readonly User[]
  groups: readonly Records['groups'][]
  jobs: readonly Records['jobcodes'][]
}

/** The result of a row. `group` is the name of a group to create first. */
export type Person = {
  line: number
  id: number | undefined
  item: Item
  group: string
  jobs: readonly number[]
  pay: { pay_rate: number; pay_interval: 'hour' | 'year' } | undefined
}

/** How pay is given in a file. */
const [hour, year] = [msg('hour'), msg('year')]

/** The columns of a people import. */
export const columns: Kind<Known>['columns'] = [
  column(
    'first_name',
    msg('First name'),
    ['first', 'given name', 'vorname', 'prénom'],
    ['Rosa', 'Jonas'],
    msg('a name'),
  ),
  column(
    'last_name',
    msg('Last name'),
    ['last', 'surname', 'family name', 'nachname', 'nom'],
    ['Diaz', 'Lind'],
    msg('a name'),
  ),
  column('full_name', msg('Full name'), ['name', 'employee', 'employee name', 'person'], ['', ''], msg('a name')),
  column('username', msg('Username'), ['user name', 'login', 'user', 'benutzername'], ['rosa', ''], msg('a username')),
  column(
    'email',
    msg('Email'),
    ['e-mail', 'email address', 'mail'],
    ['rosa@example.com', 'jonas@example.com'],
    msg('a username'),
  ),
  column(
    'mobile_number',
    msg('Mobile phone'),
    ['mobile', 'phone', 'phone number', 'cell', 'telefon'],
    ['3035550142', ''],
  ),
  column('group', msg('Group'), ['team', 'department', 'crew', 'gruppe'], ['South Crew', 'Office']),
  column('role', msg('Role'), ['permissions', 'rights', 'rolle'], ['Employee', 'Manager']),
  column('job_title', msg('Job title'), ['title', 'position'], ['Carpenter', 'Foreman']),
  column(
    'employee_number',
    msg('Employee number'),
    ['employee no', 'employee id', 'number', 'personalnummer'],
    ['201', ''],
  ),
  column('payroll_id', msg('Payroll number'), ['payroll id', 'payroll', 'external id'], ['NB-201', '']),
  column('hire_date', msg('Hire date'), ['hired on', 'hired', 'start date', 'eintritt'], ['2026-03-02', '']),
  column('term_date', msg('Termination date'), ['term date', 'left on', 'end date', 'austritt'], ['', '']),
  column('salaried', msg('Salaried'), ['salary'], [no, yes]),
  column('exempt', msg('Exempt from overtime'), ['exempt'], [no, yes]),
  column(
    'pay_rate',
    msg('Pay'),
    ['pay rate', 'rate', 'hourly rate', 'hourly pay', 'hourly wage', 'wage', 'stundenlohn', 'lohn', 'taux horaire'],
    ['28.50', '64000'],
  ),
  column('pay_interval', msg('Paid per'), ['paid by', 'pay interval', 'per', 'pay period'], [hour, year]),
  column('jobs', msg('Jobs'), ['job', 'assignments', 'projects'], ['Overhead > Travel; Service calls', '']),
]

/** Returns a function that reads a row and adds its problems to `mistakes`. */
export function personReader(
  { users, groups, jobs }: Known,
  { orders, marks }: Choices,
  mistakes: Mistake[],
): (row: Row) => Person {
  const userOf = userFinder(users)
  const groupIds = new Map(groups.map(({ id, name }) => [folded(name), id]))
  const findJob = jobFinder(jobs)
  return ({ line, value }) => {
    const cells: Cells = {
      value,
      wrong: (column, text) => mistakes.push({ line, column: headingOf(columns, column), text }),
    }
    const username = value('username') || value('email')
    const user = userOf(value('username'), value('email'))
    const names = readNames(cells, username, user)
    const about = {
      ...readTexts(cells),
      ...readEmployeeNumber(cells),
      ...readDates(cells, orders),
      ...readSwitches(cells),
    }
    const role = readRole(cells)
    const groupName = value('group')
    const groupId = groupIds.get(folded(groupName))
    const given = { ...names, ...about, ...(groupId !== undefined && { group_id: groupId }) }
    return {
      line,
      id: user?.id,
      item: { ...differing(given, user), ...permissionsFor(role, user), ...stateFor(user, username) },
      group: groupId === undefined ? groupName : '',
      jobs: readJobs(cells, findJob),
      pay: readPay(cells, marks.pay_rate, user),
    }
  }
}

/** Finds a person by username or, in a row without one, by the email address that only they have. */
function userFinder(users: readonly User[]): (username: string, email: string) => User | undefined {
  const byName = new Map(users.map((user) => [folded(user.username ?? ''), user]))
  const byEmail = Map.groupBy(users, ({ email }) => folded(email ?? ''))
  return (username, email) => {
    const named = byName.get(folded(username || email))
    if (named || username !== '' || email === '') return named
    const [user, other] = byEmail.get(folded(email)) ?? []
    return other ? undefined : user
  }
}

/** The cells of a row, and a callback to report a problem with one. */
type Cells = { value: Row['value']; wrong: (column: string, text: string) => void }

/** First and last name, taken from the full name if they have no columns of their own. */
function readNames({ value, wrong }: Cells, username: string, user: User | undefined): Item {
  const whole = namesFrom(value('full_name'))
  const first_name = value('first_name') || whole?.first || ''
  const last_name = value('last_name') || whole?.last || ''
  if (!whole && (first_name === '' || last_name === '')) {
    const text = value('full_name')
    wrong(
      'full_name',
      t('“{value}” can be read in several ways. Enter first and last name in separate columns.', { value: text }),
    )
    // For the check on the server, so it finds what else is wrong with the row.
    return { first_name: text, last_name: text }
  }
  if (username === '') wrong('username', t('Enter a username or an email address.'))
  if (!user && first_name === '') wrong('first_name', t('Enter a first name.'))
  if (!user && last_name === '') wrong('last_name', t('Enter a last name.'))
  return { first_name, last_name }
}

function readTexts({ value }: Cells): Item {
  return Object.fromEntries(['email', 'mobile_number', 'job_title', 'payroll_id'].map((name) => [name, value(name)]))
}

function readEmployeeNumber({ value, wrong }: Cells): Item {
  const number = value('employee_number')
  if (/^\d{1,15}$/.test(number)) return { employee_number: Number(number) }
  if (number !== '') wrong('employee_number', t('“{value}” is not a whole number.', { value: number }))
  return {}
}

function readDates({ value, wrong }: Cells, orders: Choices['orders']): Item {
  const item: Item = {}
  for (const name of ['hire_date', 'term_date']) {
    const text = value(name)
    const date = text === '' ? '' : readDate(text, orders[name])
    if (date !== undefined) item[name] = date
    else if (hasOpenYear(text))
      wrong(name, t('“{value}” has no clear year. Write it with four digits.', { value: text }))
    else wrong(name, t('“{value}” is not a date. Use a format like 2026-03-31.', { value: text }))
  }
  return item
}

function readSwitches({ value, wrong }: Cells): Item {
  const item: Item = {}
  for (const name of ['salaried', 'exempt']) {
    const text = value(name)
    const on = readYesNo(text)
    if (on !== undefined) item[name] = on
    else if (text !== '')
      wrong(name, t('“{value}” is not valid. Use {yes} or {no}.', { value: text, yes: t(yes), no: t(no) }))
  }
  return item
}

function readRole({ value, wrong }: Cells): Role | undefined {
  const name = value('role')
  const role = roles.find((each) => isWord(name, each.name))
  if (name !== '' && !role)
    wrong(
      'role',
      t('“{value}” is not a role. Use {roles}.', { value: name, roles: roles.map((each) => t(each.name)).join(', ') }),
    )
  return role
}

function readJobs({ value, wrong }: Cells, findJob: ReturnType<typeof jobFinder>): number[] {
  return value('jobs')
    .split(/[;|]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .flatMap((text) => {
      const found = findJob(text)
      if (typeof found === 'number') return [found]
      wrong('jobs', found)
      return []
    })
}

/** Permissions of the row's role; new people without a role get those of the first role. */
function permissionsFor(role: Role | undefined, user: User | undefined): Item {
  if (!user) return { permissions: grantsOf(role ?? roles[0]!) }
  const grants = role && grantsOf(role)
  const has = Object.entries(grants ?? {}).every(([name, on]) => (user.permissions?.[name] ?? false) === on)
  return has ? {} : { permissions: grants }
}

/** New people get a username; archived people are restored. */
function stateFor(user: User | undefined, username: string): Item {
  if (!user) return { username }
  return user.active ? {} : { active: true }
}

/** The fields that differ from the existing user; empty cells change nothing. */
function differing(given: Item, user: User | undefined): Item {
  const before = user as Record<string, unknown> | undefined
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== '' && String(before?.[name] ?? '') !== String(value)),
  )
}

function readPay({ value, wrong }: Cells, mark: Mark | undefined, user: User | undefined): Person['pay'] {
  const text = value('pay_rate')
  if (text === '') return undefined
  const pay_rate = readNumber(text, mark)
  const word = value('pay_interval').toLowerCase()
  const pay_interval = isWord(word, year) || /^(yearly|annual|annually|salary|y|jahr)$/.test(word) ? 'year' : 'hour'
  if (pay_rate === undefined || pay_rate > 999999.99) {
    wrong('pay_rate', t('“{value}” is not an amount. Use a format like 24.50.', { value: text }))
    return undefined
  }
  if (word !== '' && pay_interval === 'hour' && !isWord(word, hour) && !/^(hourly|h|stunde)$/.test(word)) {
    wrong(
      'pay_interval',
      t('“{value}” is not valid. Use {hour} or {year}.', {
        value: value('pay_interval'),
        hour: t(hour),
        year: t(year),
      }),
    )
    return undefined
  }
  const same = user && user.pay_rate === pay_rate && user.pay_interval === pay_interval
  return same ? undefined : { pay_rate, pay_interval }
}

/** Duplicates of unique values in the file. The server gets 50 rows at a time, so it may miss them. */
export function twins(people: readonly Person[]): Mistake[] {
  const mistakes: Mistake[] = []
  for (const key of ['username', 'employee_number', 'payroll_id'] as const) {
    const lines = new Map<string, number>()
    for (const { line, id, item } of people) {
      const text = key === 'username' && id !== undefined ? `#${id}` : folded(String(item[key] ?? ''))
      if (text === '' || text === '0') continue
      const first = lines.get(text)
      if (first === undefined) lines.set(text, line)
      else mistakes.push({ line, column: headingOf(columns, key), text: t('Duplicate of row {row}.', { row: first }) })
    }
  }
  return mistakes
}
