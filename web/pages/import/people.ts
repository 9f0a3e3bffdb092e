import { msg } from '../../../src/rules/language/messages.ts'
import { create, type Item, list, type Outcome, update } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { folded } from '../../components/listing/order.ts'
import { t } from '../../language.ts'
import { columns, type Known, type Person, personReader, twins, type User } from './people_lines.ts'
import {
  type Batch,
  type Choices,
  inBatches,
  type Kind,
  lineOf,
  type Mistake,
  type Plan,
  type Row,
  type Steps,
  suspectsMax,
} from './plan.ts'

/** Imports people from a file. */
export const peopleImport: Kind<Known> = {
  words: {
    title: msg('Import people'),
    home: msg('People'),
    all: msg('See all people'),
    about: msg(
      'One row per person, with column names in the first row. Up to {lines} rows or {megabytes} MB. Nothing is saved until you’ve seen a preview.',
    ),
    template: msg('people.csv'),
    toFix: msg('people-to-fix.csv'),
    update: msg('Update existing people'),
    updateHint: msg(
      'Matched by username, or by email address in rows without one. Empty cells change nothing. If off, existing people are skipped.',
    ),
    go: msg('{count, plural, one {Import # person} other {Import # people}}'),
    importing: msg('Importing people'),
    done: msg(
      '{added, plural, one {# person} other {# people}} added, {changed, plural, one {# person} other {# people}} changed.',
    ),
    canceled: msg(
      '{added, plural, one {# person} other {# people}} added, {changed, plural, one {# person} other {# people}} changed, then canceled.',
    ),
  },
  home: '/people',
  columns,
  dates: ['hire_date', 'term_date'],
  numbers: ['pay_rate'],
  wholes: ['employee_number'],
  fields: { group_id: 'group', permissions: 'role' },
  async load(signal) {
    const users = await list('users', { active: 'both' }, { signal })
    const groups = await list('groups', {}, { signal })
    const jobs = await list('jobcodes', { active: 'yes', type: 'all' }, { signal })
    return { users, groups, jobs }
  },
  plan,
}

function plan(rows: readonly Row[], known: Known, choices: Choices, found: readonly Mistake[]): Plan {
  const mistakes: Mistake[] = [...found]
  const people = rows.map(personReader(known, choices, mistakes))
  mistakes.push(...twins(people))
  const wrong = new Set(mistakes.map(({ line }) => line))
  const good = people.filter(({ line }) => !wrong.has(line))
  const isNew = ({ id }: Person) => id === undefined
  const isSame = ({ id, item, group, jobs, pay }: Person) =>
    id !== undefined && Object.keys(item).length === 0 && group === '' && jobs.length === 0 && pay === undefined
  const skipped = choices.update ? [] : good.filter((person) => !isNew(person))
  const doing = good.filter((person) => !isSame(person) && !skipped.includes(person))
  const suspects = [...doing, ...people.filter(({ line }) => wrong.has(line)).slice(0, suspectsMax)]
  const kept = (without: ReadonlySet<number>) => doing.filter(({ line }) => !without.has(line))
  return {
    added: doing.filter(isNew).map(lineOf),
    changed: doing.filter((person) => !isNew(person)).map(lineOf),
    same: good.filter((person) => isSame(person) || skipped.includes(person)).map(lineOf),
    mistakes,
    besides: (without) => [...newGroups(kept(without)), ...shortened(rows, kept(without))],
    check: () => ({ steps: writing(suspects, new Map(), true), count: suspects.length }),
    run: (without) => {
      const wanted = kept(without)
      const pairs = wanted.reduce((sum, { jobs, pay }) => sum + jobs.length + (pay ? 1 : 0), 0)
      return { steps: running(wanted), count: wanted.length + pairs }
    },
  }
}

function newGroups(people: readonly Person[]): string[] {
  const groups = [...groupsIn(people).values()].join(', ')
  return groups === '' ? [] : [t('New groups: {groups}.', { groups })]
}

/** The groups to create, by folded name. */
function groupsIn(people: readonly Person[]): Map<string, string> {
  return new Map(people.flatMap(({ group }) => (group ? [[folded(group), group]] : [])))
}

/** That numbers lose the zeros before them, by the first that does. */
function shortened(rows: readonly Row[], people: readonly Person[]): string[] {
  const lines = new Set(people.map(lineOf))
  const texts = rows.filter(({ line }) => lines.has(line)).map(({ value }) => value('employee_number'))
  const text = texts.find((one) => /^0\d/.test(one))
  if (text === undefined) return []
  const values = { text, number: String(Number(text)) }
  return [
    t('Employee numbers have no zeros before them: {text} becomes {number}. Payroll numbers keep theirs.', values),
  ]
}

/** Groups first, then people, then their pay and assigned jobs. */
function* running(people: readonly Person[]): Steps {
  const groupIds = new Map<string, number>()
  for (const names of inBatches([...groupsIn(people).values()])) {
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
 * Creates and updates the people. Ids of new people are added to `ids`, those of people who could not be updated are
 * removed. In a dry run, groups still to be created are unknown.
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

/** Pay is all or nothing: if a batch is refused, people are retried one by one to find out whose. */
async function sendPay(people: readonly (Person & { id: number })[]): Promise<Outcome<unknown>[]> {
  const send = (part: typeof people) =>
    ask('PUT', '/api/console/pay', {
      body: { data: part.flatMap(({ id, pay }) => (pay ? [{ user_id: id, ...pay }] : [])) },
    })
  const refused = (error: Error & { status?: number }) => {
    if (!error.status || error.status >= 500) throw error
    return { ok: false as const, status: error.status, message: t('Pay: {problem}', { problem: error.message }) }
  }
  const all = await send(people).catch(refused)
  if (!(all && typeof all === 'object' && 'ok' in all)) return people.map((record) => ({ ok: true, record }))
  const outcomes: Outcome<unknown>[] = []
  for (const person of people)
    outcomes.push(await send([person]).then((record) => ({ ok: true as const, record }), refused))
  return outcomes
}
