import { type LineProblem, type ReadLine, readLine } from './several_line.ts'
import { isForeign, isUnusual } from './several_pay.ts'
import { proposedUsername } from './username.ts'

/** What someone must look at before a person is added: it was read, and may have been meant otherwise. */
export type Look =
  | { of: 'names' }
  | { of: 'pay'; rate: number }
  | { of: 'currency'; part: string }
  | { of: 'same_name'; number: number }

/** A new person of a list: the number of their line, their names, username and email, and their pay per hour if it is given. */
export type Listed = {
  number: number
  first_name: string
  last_name: string
  username: string
  email: string
  pay_rate?: number
  looks: readonly Look[]
}

/** A line that adds no one, and why: `part` is what it is about, in the line or by the number of another line. */
export type RefusedLine = { number: number; line: string; problem: LineProblem | 'known' | 'twice'; part: string }

/** What is read from a list: the people, and the lines that are not read. */
export type List = { people: Listed[]; refused: RefusedLine[] }

/** People who are here already. */
type Known = readonly {
  first_name: string
  last_name: string
  email: string
  username: string
  pay_rate?: number
  pay_interval?: string
}[]

/** The line of a person of the list. */
type Place = { number: number; email: string }

/**
 * Reads a list with a person on each line, such as `Ana Silva`, `Silva, Ana` or `Ana Silva <ana@example.com>`, which may end
 * with their pay per hour if the reader may set it: `Ana Silva, 28.50`. No one on the list gets the username of someone who
 * is here, or of another line. `currency` is the company's, '' for none.
 */
export function readList(text: string, here: Known, { maySetPay = true, currency = '' } = {}): List {
  const used = new Set(here.map(({ username }) => username.toLowerCase()))
  const known = new Set(here.flatMap(marksOf))
  const others = here
    .filter(({ pay_rate, pay_interval }) => pay_rate && pay_interval === 'hour')
    .map((one) => one.pay_rate!)
  const places = new Map<string, Place>()
  const list: List = { people: [], refused: [] }
  for (const [at, raw] of text.normalize('NFC').split('\n').entries()) {
    const line = raw.replaceAll(/[\u200b\ufeff]/g, '').trim()
    if (line === '') continue
    const number = at + 1
    const read = readLine(line, maySetPay)
    if ('problem' in read) {
      list.refused.push({ number, line, ...read })
      continue
    }
    const again = alreadyThere(read, known, places)
    if (again) {
      list.refused.push({ number, line, ...again })
      continue
    }
    const { first_name, last_name, email, pay } = read
    const looks = looksAt(read, { places, others, currency })
    for (const mark of marksOf({ first_name, last_name, email }))
      if (!places.has(mark)) places.set(mark, { number, email })
    const username = proposedUsername({ first_name, last_name, email }, used)
    used.add(username)
    list.people.push({ number, first_name, last_name, username, email, ...(pay && { pay_rate: pay.rate }), looks })
  }
  return list
}

/** Says that a person is here, or on the list, by their address or their name. */
function alreadyThere(
  read: ReadLine,
  known: ReadonlySet<string>,
  places: ReadonlyMap<string, Place>,
): Pick<RefusedLine, 'problem' | 'part'> | undefined {
  const marks = marksOf(read)
  if (marks.some((mark) => known.has(mark))) return { problem: 'known', part: '' }
  const twin = read.email === '' ? undefined : places.get(read.email.toLowerCase())
  const namesake = places.get(marks[0]!)
  const same = twin ?? (namesake?.email === '' && read.email === '' ? namesake : undefined)
  return same && { problem: 'twice', part: String(same.number) }
}

function looksAt(
  { first_name, last_name, isUnsure, pay }: ReadLine,
  by: { places: ReadonlyMap<string, Place>; others: readonly number[]; currency: string },
): Look[] {
  const namesake = by.places.get(marksOf({ first_name, last_name, email: '' })[0]!)
  const looks: (Look | false | undefined)[] = [
    isUnsure && { of: 'names' },
    namesake && { of: 'same_name', number: namesake.number },
    pay && isUnusual(pay.rate, by.others) && { of: 'pay', rate: pay.rate },
    pay && isForeign(pay.sign, by.currency) && { of: 'currency', part: pay.text },
  ]
  return looks.filter((look) => typeof look === 'object')
}

/** What no two people have in common, as far as anyone can tell from a list: their name, and their address. */
function marksOf({
  first_name,
  last_name,
  email,
}: Pick<Known[number], 'first_name' | 'last_name' | 'email'>): string[] {
  return [`${first_name} ${last_name}`, email].filter(Boolean).map((mark) => mark.normalize('NFC').toLowerCase())
}
