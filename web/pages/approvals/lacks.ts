import { hasKey } from '../../../src/rules/elements.ts'
import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { inOrder } from '../../components/listing/order.ts'
import { t } from '../../language.ts'
import { type Setup, setupFields } from '../reports/setup_plan.ts'
import { kindText, problemText } from './problem_words.ts'

type Checked = AnswerOf<'GET /api/console/exports/{target}/check'>

type Problem = Checked['problems'][number]

/** The first problems of each setting, and how many there are. */
type Found = Pick<Checked, 'problems' | 'problem_sums'>

/** The people that a problem concerns, with the first day on which it does, if it is about days. */
type People = readonly { id: number; name: string; date?: string }[]

/** A problem of a payroll file: a setting, what is wrong with it, and for whom. `where` says who can set it. */
export type Lack = {
  setting: string
  where: 'setup' | 'person' | 'time' | 'approvals'
  /** The key of its field in the form of its program, of those in the setup. */
  key?: string
  /** The field of a person that can be set for several people at once. */
  ids?: IdField
  blocking: boolean
  /** How many people the problem concerns; 0 if it concerns the company. */
  people: number
  lines: readonly { text: string; people: People }[]
}

/** The names of the fields of people that a payroll file needs. */
export const personFields = {
  payroll_id: msg('Payroll ID'),
  employee_number: msg('Employee number'),
  last_name: msg('Name'),
}

/** The fields by which a payroll program knows a person. */
export type IdField = 'payroll_id' | 'employee_number'

type WithIds = { id: number; payroll_id?: string | undefined; employee_number: number }

/** A person's id as text; '' for none. */
export function idOf(user: WithIds, field: IdField): string {
  return field === 'payroll_id' ? (user.payroll_id ?? '') : user.employee_number ? String(user.employee_number) : ''
}

/** What was typed and differs, as items of the API. */
export function changedIds(people: readonly WithIds[], typed: ReadonlyMap<number, string>, field: IdField) {
  return people.flatMap((user) => {
    const text = typed.get(user.id)?.trim()
    if (text === undefined || text === idOf(user, field)) return []
    return [{ id: user.id, [field]: field === 'employee_number' ? text || 0 : text }]
  })
}

const timeFields: Record<string, string> = {
  end: msg('On the clock'),
  approved_to: msg('Not approved'),
  notes: msg('Notes'),
  duration: msg('Long entries'),
  hours: msg('Hours'),
  job: msg('Job'),
  start_date: msg('First day'),
  end_date: msg('Last day'),
}

/** The problems of a file, grouped by setting. Problems that prevent the file come first. */
export function lacksOf({ problems, problem_sums }: Found): Lack[] {
  const lacks = problem_sums.map(({ field, blocking, people }): Lack => {
    const list = problems.filter((problem) => problem.field === field && problem.blocking === blocking)
    const lines = [...Map.groupBy(list, problemText)].map(([text, same]) => ({ text, people: peopleOf(same) }))
    return { ...settingOf(field), blocking, people, lines }
  })
  return lacks.sort((a, b) => Number(b.blocking) - Number(a.blocking))
}

/** How many people have time that is not approved, all of them counted, and their names. */
export function unapprovedIn({ problems, problem_sums }: Found): { count: number; names: string } {
  const own = ({ field }: { field: string }) => field === 'approved_to'
  const count = problem_sums.filter(own).reduce((sum, { people }) => sum + people, 0)
  return { count, names: namesText(peopleOf(problems.filter(own)), count) }
}

/** The people whom problems concern, by name. */
function peopleOf(problems: readonly Problem[]): People {
  const named = problems.filter(({ user_id }) => user_id !== 0)
  return [...Map.groupBy(named, ({ user_id }) => user_id)]
    .map(([id, own]) => {
      const { name, values } = own[0]!
      return { id, name, ...(values.date !== undefined && { date: String(values.date) }) }
    })
    .sort((a, b) => inOrder(a.name, b.name))
}

/** The name of a setting as in its form, and who can set it. */
function settingOf(field: string): Pick<Lack, 'setting' | 'where' | 'ids' | 'key'> {
  const [setup, section, key = '', ...rest] = field.split('.')
  // A rate such as 2.5 also contains a point.
  const kind = rest.join('.')
  if (setup !== 'setup') {
    if (field === 'payroll_id' || field === 'employee_number')
      return { setting: t(personFields[field]), where: 'person', ids: field }
    if (hasKey(personFields, field)) return { setting: t(personFields[field]), where: 'person' }
    if (field === 'approved_to') return { setting: t(timeFields[field]!), where: 'approvals' }
    return { setting: timeFields[field] ? t(timeFields[field]) : field.replaceAll('_', ' '), where: 'time' }
  }
  const known = setupFields[section as keyof Setup]?.find((one) => one.key === key)
  const label = known ? t(known.label) : key.replaceAll('_', ' ')
  const hours = kind === '' ? '' : kindText(kind)
  return { setting: hours ? `${label}: ${hours}` : label, where: 'setup', key: kind === '' ? key : `${key}.${kind}` }
}

const namesMax = 3

/** Where a problem of a person is mended, within a file through this day; undefined if it is not about the person. */
export function mendedAt({ where }: Lack, { id, date }: People[number], day: string): string | undefined {
  if (where === 'person') return `/people/${id}`
  if (where === 'approvals') return `/approvals?day=${day}&tab=all&person=${id}`
  return where === 'time' && date ? `/timesheet/${date}?user=${id}` : undefined
}

/** `Ana Silva, Ben Cole and 15 more`. `count`: how many there are, if not all of them are listed. */
export function namesText(people: People, count = people.length): string {
  const shown = people.slice(0, namesMax)
  const names = shown.map(({ name }) => name).join(', ')
  const more = count - shown.length
  return more > 0 ? t('{names} and {count} more', { names, count: more }) : names
}

/** Whether a program is set up: its section of the setup has a value. */
export function isSetUp(setup: Partial<Setup> | null, section: keyof Setup | null): boolean {
  if (section === null || section === 'payroll') return true
  return Object.keys(setup?.[section] ?? {}).length > 0
}
