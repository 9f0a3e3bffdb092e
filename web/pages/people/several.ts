import { isEmailAddress } from '../../../src/rules/settings/new_company.ts'
import { proposedUsername } from './username.ts'

/** A new person of a list: the line that names them, and their names, username and email. */
export type Listed = { line: string; first_name: string; last_name: string; username: string; email: string }

/** What is read from a list: the people, and the lines that name no one in full. */
export type List = { people: Listed[]; unclear: string[] }

/**
 * Reads a list with a person on each line, such as `Ana Silva`, `Silva, Ana` or `Ana Silva <ana@example.com>`. `taken` are
 * usernames in lower case; no one on the list gets one of them, or one of another line.
 */
export function readList(text: string, taken: ReadonlySet<string>): List {
  const used = new Set(taken)
  const list: List = { people: [], unclear: [] }
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const words = line.split(/[\s,;<>()\t]+/).filter(Boolean)
    const email = words.find((word) => word.includes('@')) ?? ''
    const named = namesIn(line, email)
    if (!named || (email !== '' && !isEmailAddress(email))) {
      list.unclear.push(line)
      continue
    }
    const username = proposedUsername({ ...named, email }, used)
    used.add(username)
    list.people.push({ line, ...named, username, email })
  }
  return list
}

/** The first name and the last name of a line: the last word, or what stands before a comma. */
function namesIn(line: string, email: string): { first_name: string; last_name: string } | undefined {
  const rest = line.replace(email, '').replaceAll(/[<>()]/g, ' ')
  const [one = '', other = ''] = rest.split(/[,;\t]/).map((part) => part.trim().replaceAll(/\s+/g, ' '))
  if (one !== '' && other !== '') return { first_name: other, last_name: one }
  const words = (one || other).split(' ')
  if (words.length < 2) return undefined
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1)! }
}
