import { create, type Item, list, type Outcome, type Records, update } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { folded } from '../../parts/search.ts'
import { grantsOf, roles } from '../people/permission_words.ts'
import { jobFinder } from './job_paths.ts'
import {
  type Batch,
  type Choices,
  column,
  headingOf,
  inBatches,
  type Kind,
  lineOf,
  type Mistake,
  type Plan,
  type Row,
  type Steps,
  suspectsMax,
} from './plan.ts'
import { readDate, readNumber, readYesNo } from './values.ts'

type User = Records['users']
type Known = { users: readonly User[]; groups: readonly Records['groups'][]; jobs: readonly Records['jobcodes'][] }

/** What a line comes to. `group` is the name of one that has to be made first. */
type Person = {
  line: number
  id: number | undefined
  item: Item
  group: string
  jobs: readonly number[]
  pay: { pay_rate: number; pay_interval: string } | undefined
}

const columns: Kind<Known>['columns'] = [
  column('first_name', 'First name', ['first', 'given name', 'vorname', 'prénom'], ['Rosa', 'Jonas'], 'a name'),
  column('last_name', 'Last name', ['last', 'surname', 'family name', 'nachname', 'nom'], ['Diaz', 'Lind'], 'a name'),
  column('full_name', 'Full name', ['name', 'employee', 'employee name', 'person'], ['', ''], 'a name'),
  column('username', 'Username', ['user name', 'login', 'user', 'benutzername'], ['rosa', ''], 'a username'),
  column(
    'email',
    'E-mail',
    ['email', 'email address', 'mail'],
    ['rosa@example.com', 'jonas@example.com'],
    'a username',
  ),
  column('mobile_number', 'Mobile phone', ['mobile', 'phone', 'phone number', 'cell', 'telefon'], ['3035550142', '']),
  column('group', 'Group', ['team', 'department', 'crew', 'gruppe'], ['South Crew', 'Office']),
  column('role', 'Role', ['permissions', 'rights', 'rolle'], ['Employee', 'Manager']),
  column('job_title', 'Job title', ['title', 'position'], ['Carpenter', 'Foreman']),
  column('employee_number', 'Employee number', ['employee no', 'employee id', 'number', 'personalnummer'], ['201', '']),
  column('payroll_id', 'Payroll number', ['payroll id', 'payroll', 'external id'], ['NB-201', '']),
  column('hire_date', 'Hired on', ['hire date', 'hired', 'start date', 'eintritt'], ['2026-03-02', '']),
  column('term_date', 'Left on', ['term date', 'termination date', 'end date', 'austritt'], ['', '']),
  column('salaried', 'Salaried', ['salary'], ['no', 'yes']),
  column('exempt', 'Exempt from overtime', ['exempt'], ['no', 'yes']),
  column('pay_rate', 'Pay', ['pay rate', 'rate', 'wage'], ['28.50', '64000']),
  column('pay_interval', 'Paid by', ['pay interval', 'per', 'pay period'], ['hour', 'year']),
  column('jobs', 'Jobs', ['job', 'assignments', 'projects'], ['Overhead > Travel; Service calls', '']),
]

/** People from a file. */
export const peopleImport: Kind<Known> = {
  things: ['person', 'people'],
  home: '/people',
  columns,
  dates: ['hire_date', 'term_date'],
  sameBy: 'username',
  labels: {
    ...Object.fromEntries(columns.map(({ key, name }) => [key, name])),
    group_id: 'Group',
    permissions: 'Role',
  },
  async load(signal) {
    const users = await list('users', { active: 'both' }, signal)
    const groups = await list('groups', {}, signal)
    const jobs = await list('jobcodes', { active: 'yes', type: 'all' }, signal)
    return { users, groups, jobs }
  },
  plan,
}

function plan(rows: readonly Row[], known: Known, choices: Choices): Plan {
  const mistakes: Mistake[] = []
  const read = reader(known, choices, mistakes)
  const people = rows.map(read)
  mistakes.push(...twins(people))
  const wrong = new Set(mistakes.map(({ line }) => line))
  const good = people.filter(({ line }) => !wrong.has(line))
  const isNew = ({ id }: Person) => id === undefined
  const isSame = ({ id, item, group, jobs, pay }: Person) =>
    id !== undefined && Object.keys(item).length === 0 && group === '' && jobs.length === 0 && pay === undefined
  const skipped = choices.update ? [] : good.filter((person) => !isNew(person))
  const doing = good.filter((person) => !isSame(person) && !skipped.includes(person))
  const suspects = [...doing, ...people.filter(({ line }) => wrong.has(line)).slice(0, suspectsMax)]
  const groups = [...new Map(doing.flatMap(({ group }) => (group ? [[folded(group), group]] : []))).values()]
  return {
    added: doing.filter(isNew).map(lineOf),
    changed: doing.filter((person) => !isNew(person)).map(lineOf),
    same: good.filter((person) => isSame(person) || skipped.includes(person)).map(lineOf),
    mistakes,
    besides: groups.length > 0 ? [`New groups: ${groups.join(', ')}.`] : [],
    check: () => ({ steps: writing(suspects, new Map(), true), count: suspects.length }),
    run: (without) => {
      const wanted = doing.filter(({ line }) => !without.has(line))
      const pairs = wanted.reduce((sum, { jobs, pay }) => sum + jobs.length + (pay ? 1 : 0), 0)
      return { steps: running(wanted), count: wanted.length + pairs }
    },
  }
}

/** Reads lines; what is wrong with them is added to `mistakes`. */
function reader({ users, groups, jobs }: Known, { dates }: Choices, mistakes: Mistake[]): (row: Row) => Person {
  const byName = new Map(users.map((user) => [folded(user.username ?? ''), user]))
  const groupIds = new Map(groups.map(({ id, name }) => [folded(name), id]))
  const findJob = jobFinder(jobs)
  return ({ line, value }) => {
    const wrong = (column: string, text: string) => mistakes.push({ line, column: headingOf(columns, column), text })
    const full = /^(.*?)\s+(\S+)$/.exec(value('full_name'))
    const username = value('username') || value('email')
    const user = byName.get(folded(username))
    const given: Item = {
      first_name: value('first_name') || full?.[1] || value('full_name'),
      last_name: value('last_name') || full?.[2] || '',
    }
    if (username === '') wrong('username', 'A username or an e-mail address is needed.')
    if (!user && given.first_name === '') wrong('first_name', 'A first name is needed.')
    if (!user && given.last_name === '') wrong('last_name', 'A last name is needed.')
    for (const name of ['email', 'mobile_number', 'job_title', 'payroll_id']) given[name] = value(name)
    const number = value('employee_number')
    if (number !== '' && !/^\d+$/.test(number)) wrong('employee_number', `“${number}” is not a whole number.`)
    else if (number !== '') given.employee_number = Number(number)
    for (const name of ['hire_date', 'term_date']) {
      const text = value(name)
      const date = text === '' ? '' : readDate(text, dates)
      if (date === undefined) wrong(name, `“${text}” is not a date. Write it like 2026-03-31.`)
      else given[name] = date
    }
    for (const name of ['salaried', 'exempt']) {
      const text = value(name)
      const on = readYesNo(text)
      if (text !== '' && on === undefined) wrong(name, `“${text}” is neither yes nor no.`)
      else if (on !== undefined) given[name] = on
    }
    const roleName = value('role')
    const role = roles.find(({ name }) => folded(name) === folded(roleName))
    if (roleName !== '' && !role) wrong('role', `“${roleName}” is none of ${roles.map(({ name }) => name).join(', ')}.`)
    const groupName = value('group')
    const groupId = groupIds.get(folded(groupName))
    if (groupId !== undefined) given.group_id = groupId
    const jobIds = value('jobs')
      .split(/[;|]/)
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .flatMap((text) => {
        const found = findJob(text)
        if (typeof found === 'number') return [found]
        wrong('jobs', found)
        return []
      })
    const item = differing(given, user)
    if (role) Object.assign(item, permissionsFor(grantsOf(role), user))
    if (user) {
      if (!user.active) item.active = true
    } else Object.assign(item, { username, ...(!role && { permissions: grantsOf(roles[0]!) }) })
    const group = groupName !== '' && groupId === undefined ? groupName : ''
    const pay = payFor(value, wrong, user)
    return { line, id: user?.id, item, group, jobs: jobIds, pay }
  }
}

/** What of a line differs from what is there; empty cells leave it as it is. */
function differing(given: Item, user: User | undefined): Item {
  const before = user as Record<string, unknown> | undefined
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== '' && String(before?.[name] ?? '') !== String(value)),
  )
}

function permissionsFor(grants: Readonly<Record<string, boolean>>, user: User | undefined): Item {
  const has = Object.entries(grants).every(([name, on]) => (user?.permissions?.[name] ?? false) === on)
  return user && has ? {} : { permissions: grants }
}

function payFor(
  value: Row['value'],
  wrong: (column: string, text: string) => void,
  user: User | undefined,
): Person['pay'] {
  const text = value('pay_rate')
  if (text === '') return undefined
  const pay_rate = readNumber(text)
  const word = value('pay_interval').toLowerCase()
  const pay_interval = /^(year|yearly|annual|annually|salary|y|jahr)$/.test(word) ? 'year' : 'hour'
  if (pay_rate === undefined || pay_rate > 999999.99) {
    wrong('pay_rate', `“${text}” is not an amount. Write it like 24.50.`)
    return undefined
  }
  if (word !== '' && pay_interval === 'hour' && !/^(hour|hourly|h|stunde)$/.test(word)) {
    wrong('pay_interval', `“${value('pay_interval')}” is neither hour nor year.`)
    return undefined
  }
  const same = user && user.pay_rate === pay_rate && user.pay_interval === pay_interval
  return same ? undefined : { pay_rate, pay_interval }
}

/** What stands twice in the file although it may not: the server sees only 50 lines at a time. */
function twins(people: readonly Person[]): Mistake[] {
  const mistakes: Mistake[] = []
  for (const key of ['username', 'employee_number', 'payroll_id'] as const) {
    const lines = new Map<string, number>()
    for (const { line, id, item } of people) {
      const text = key === 'username' && id !== undefined ? `#${id}` : folded(String(item[key] ?? ''))
      if (text === '' || text === '0') continue
      const first = lines.get(text)
      if (first === undefined) lines.set(text, line)
      else mistakes.push({ line, column: headingOf(columns, key), text: `The same as in line ${first}.` })
    }
  }
  return mistakes
}

/** Groups first, then the people, then what they are paid and which jobs they may use. */
function* running(people: readonly Person[]): Steps {
  const groupIds = new Map<string, number>()
  const missing = new Map(people.flatMap(({ group }) => (group ? [[folded(group), group]] : [])))
  for (const names of inBatches([...missing.values()])) {
    const outcomes = yield {
      lines: names.map(() => 0),
      send: (options) =>
        create(
          'groups',
          names.map((name) => ({ name })),
          options,
        ),
    }
    for (const [at, outcome] of outcomes.entries())
      if (outcome.ok) groupIds.set(folded(names[at]!), (outcome.record as { id: number }).id)
  }
  const ids = new Map(people.flatMap(({ line, id }) => (id === undefined ? [] : [[line, id] as const])))
  yield* writing(people, groupIds, false, ids)
  const done = people.flatMap((person) => {
    const id = ids.get(person.line)
    return id === undefined ? [] : [{ ...person, id }]
  })
  for (const part of inBatches(done.filter(({ pay }) => pay)))
    yield { lines: part.map(lineOf), send: () => sendPay(part) }
  const pairs = done.flatMap(({ id, line, jobs }) =>
    jobs.map((jobcode_id) => ({ line, item: { user_id: id, jobcode_id } })),
  )
  for (const part of inBatches(pairs))
    yield {
      lines: part.map(lineOf),
      send: (options) =>
        create(
          'jobcode_assignments',
          part.map(({ item }) => item),
          options,
        ),
    }
}

/**
 * The people themselves; `ids` gets the numbers of new ones and loses those of whom nothing could be changed. For show,
 * nothing is known of groups that are still to be made.
 */
function* writing(
  people: readonly Person[],
  groupIds: ReadonlyMap<string, number>,
  dry: boolean,
  ids = new Map<number, number>(),
): Steps {
  const itemOf = ({ id, item, group }: Person): Item => {
    const group_id = groupIds.get(folded(group))
    return { ...(id !== undefined && { id }), ...item, ...(group !== '' && group_id !== undefined && { group_id }) }
  }
  const batch = (part: readonly Person[], write: typeof create): Batch => ({
    lines: part.map(lineOf),
    send: (options) => write('users', part.map(itemOf), { ...options, dry }),
  })
  const fresh = people.filter(({ id }) => id === undefined)
  for (const part of inBatches(fresh)) {
    const outcomes = yield batch(part, create)
    for (const [at, outcome] of outcomes.entries()) if (outcome.ok) ids.set(part[at]!.line, (outcome.record as User).id)
  }
  const known = people.filter((person) => person.id !== undefined && Object.keys(itemOf(person)).length > 1)
  for (const part of inBatches(known)) {
    const outcomes = yield batch(part, update)
    for (const [at, outcome] of outcomes.entries()) if (!outcome.ok) ids.delete(part[at]!.line)
  }
}

/** Pay is set of all or of nobody: when it is refused, one after the other finds out of whom. */
async function sendPay(people: readonly (Person & { id: number })[]): Promise<Outcome<unknown>[]> {
  const send = (part: typeof people) =>
    ask('PUT', '/api/console/pay', { body: { data: part.map(({ id, pay }) => ({ user_id: id, ...pay })) } })
  const refused = (error: Error & { status?: number }) => {
    if (!error.status || error.status >= 500) throw error
    return { ok: false as const, status: error.status, message: `Pay: ${error.message}` }
  }
  const all = await send(people).catch(refused)
  if (!(all && typeof all === 'object' && 'ok' in all)) return people.map((record) => ({ ok: true, record }))
  const outcomes: Outcome<unknown>[] = []
  for (const person of people)
    outcomes.push(await send([person]).then((record) => ({ ok: true as const, record }), refused))
  return outcomes
}
