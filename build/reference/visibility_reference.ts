import { resources } from '../../src/resources/index.ts'
import {
  type Circles,
  circles,
  personFields,
  type Row,
  reportSights,
  rowOf,
  type Sight,
  settingSections,
  sights,
} from '../../src/rules/people/sight.ts'
import { code, table, text } from './markdown.ts'

/** The page docs/reference/visibility.md: who sees the records of each type, which fields, and whose time in reports. */
export function visibilityPage(generated: string): string {
  const types = resources.map(({ name }) => name).sort()
  const others = Object.keys(sights).filter((name) => !types.some((type) => type === name))
  const rowFor = (name: string) => {
    const row = rowOf(name)!
    return [code(name), allOf(row), othersOf(row), 'all' in row ? inspectorsOf(row) : '']
  }
  return text([
    '# Who sees what',
    generated,
    'The server decides by these tables, in every place that shows records: lists, supplemental data, reports, the feed of ' +
      'changes, webhooks, files, exports and the tools for assistants. Administrators see everything, except what is only ' +
      'anyone’s own. A token with scopes is shown a type only if the scopes include it. [Permissions](../permissions.md) says ' +
      'who may change what.',
    '## Records',
    table(['Type', 'All of them', 'Others see', 'Inspectors see'], [...types, ...others].map(rowFor)),
    'Of `saved_reports`, these are the shared ones; others are only their owner’s.',
    'Records that another one refers to are shown beside it as supplemental data, even if their viewer could not list them: ' +
      `the job of one’s own time, for example. Only ${namesOf(besideIfSeen())} are shown there only to those who could, and to inspectors nothing else.`,
    '## Fields of people',
    'Everyone who sees a person reads all fields, except these:',
    table(
      ['Fields', 'Of everyone', 'Others read', 'Inspectors read'],
      Object.values(personFields).map((sight: Sight & { names: readonly string[] }) => [
        namesOf(sight.names),
        allOf(sight),
        othersOf(sight),
        sight.inspectors === 'own' ? 'their own' : '',
      ]),
    ),
    'Pay in reports, exports and the data of a person follows the same rule as `pay_rate`.',
    `The settings ${namesOf(settingSections.names)} are shown to administrators.`,
    '## Time in reports',
    'Reports that are not named, and exports, have the time of the same people as `payroll`.',
    table(
      ['Report', 'Everyone’s', 'Others see'],
      Object.entries<Sight>(reportSights).map(([name, sight]) => [code(name), allOf(sight), othersOf(sight)]),
    ),
  ])
}

function besideIfSeen(): string[] {
  return Object.keys(sights).filter((name) => rowOf(name)?.besideIfSeen)
}

function namesOf(names: readonly string[]): string {
  return names.map(code).join(', ')
}

function allOf(row: Row): string {
  if ('plan' in row) return namesOf([row.plan.everyone, row.see.everyone])
  if (!('all' in row)) return ''
  if (row.all === 'everyone') return 'everyone'
  const managers = row.managersSeeAll ? ', managers of a group' : ''
  return (namesOf(row.all) || 'administrators') + managers
}

function othersOf(row: Row): string {
  const and = row.and ? `, and only ${circlesOf(row.and, row)}` : ''
  if ('plan' in row) return shiftsOf(row)
  if ('all' in row) return row.all === 'everyone' ? '' : circlesOf(row.others ?? {}, row)
  const likes = row.like.map(
    ({ type, column, when }) =>
      `as ${code(type)}${column === 'id' ? '' : ` in ${code(column)}`}${when ? ` (${namesOf(when.slice(1))})` : ''}`,
  )
  return likes.join('; ') + and
}

function circlesOf(given: Circles, { through = {} }: Row): string {
  return Object.keys(given)
    .map((circle) => circles[circle as keyof Circles])
    .join('; ')
    .replace('`through`', namesOf(Object.keys(through)))
}

function shiftsOf({ plan, see }: Extract<Row, { plan: unknown }>): string {
  return [
    `published ones: their own with ${code(see.self)} or ${code(plan.self)}, those of their group and of groups that they manage with ${code(see.group)}, those of groups that they manage with ${code(plan.managed)}`,
    `drafts that they may plan; ${code(plan.never)} takes away planning`,
  ].join('; ')
}

function inspectorsOf({ inspectors, all }: Sight): string {
  if (!inspectors) return ''
  if (inspectors === 'dates') return 'those of the inspected groups and dates'
  if (inspectors === 'groups')
    return all === 'everyone' ? 'those in the inspected groups' : 'those for everyone and of the inspected groups'
  return 'all'
}
