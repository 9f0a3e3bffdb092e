import { isEmailAddress } from '../../../src/rules/settings/new_company.ts'
import { proposedUsername } from './username.ts'

/** A new person of a list: the line that names them, their names, username and email, and their pay per hour if it is given. */
export type Listed = {
  line: string
  first_name: string
  last_name: string
  username: string
  email: string
  pay_rate?: number
}

/** What is read from a list: the people, the lines that name no one in full, and those of people who are here already. */
export type List = { people: Listed[]; unclear: string[]; known: string[] }

/** People who are here already. */
type Known = readonly { first_name: string; last_name: string; email: string; username: string }[]

/**
 * Reads a list with a person on each line, such as `Ana Silva`, `Silva, Ana` or `Ana Silva <ana@example.com>`, which may end
 * with their pay per hour if the reader may set it (`withPay`): `Ana Silva, 28.50`. No one on the list gets the username of
 * someone who is here, or of another line.
 */
export function readList(text: string, here: Known, withPay = true): List {
  const used = new Set(here.map(({ username }) => username.toLowerCase()))
  const seen = new Set(here.flatMap(marksOf))
  const list: List = { people: [], unclear: [], known: [] }
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const { who, pay_rate } = withPay ? payIn(line) : { who: line, pay_rate: undefined }
    const words = who.split(/[\s,;<>()\t]+/).filter(Boolean)
    const email = words.find((word) => word.includes('@')) ?? ''
    const named = namesIn(who, email)
    if (!named || (email !== '' && !isEmailAddress(email))) {
      list.unclear.push(line)
      continue
    }
    const marks = marksOf({ ...named, email })
    if (marks.some((mark) => seen.has(mark))) {
      list.known.push(line)
      continue
    }
    // In one list, two people may have the same name if their addresses differ.
    seen.add(marks.at(-1)!)
    const username = proposedUsername({ ...named, email }, used)
    used.add(username)
    list.people.push({ line, ...named, username, email, ...(pay_rate !== undefined && { pay_rate }) })
  }
  return list
}

/** What no two people have in common, as far as anyone can tell from a list: their address, and their name. */
function marksOf({ first_name, last_name, email }: Omit<Known[number], 'username'>): string[] {
  return [`${first_name} ${last_name}`, email].filter(Boolean).map((mark) => mark.toLowerCase())
}

/** An amount at the end of a line, with or without a sign of a currency. */
const amount = /[\s,;]+\p{Sc}?\s?(\d{1,6}(?:[.,]\d{1,2})?)\s?\p{Sc}?$/u

/** A line without the pay at its end, and the pay. */
function payIn(line: string): { who: string; pay_rate: number | undefined } {
  const found = amount.exec(line)
  if (!found) return { who: line, pay_rate: undefined }
  return { who: line.slice(0, found.index), pay_rate: Number(found[1]!.replace(',', '.')) }
}

/** The first name and the last name of a line: the last word, or what stands before a comma. */
function namesIn(line: string, email: string): { first_name: string; last_name: string } | undefined {
  const rest = line.replace(email, '').replaceAll(/[<>()]/g, ' ')
  const [one = '', other = ''] = rest.split(/[,;\t]/).map((part) => part.trim().replaceAll(/\s+/g, ' '))
  // After a whole name, what does not look like a first name is an address that was mistyped, or something else.
  if (one.includes(' ') && /^\p{Ll}|\d/u.test(other)) return undefined
  if (one !== '' && other !== '') return { first_name: other, last_name: one }
  const words = (one || other).split(' ')
  if (words.length < 2) return undefined
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1)! }
}
