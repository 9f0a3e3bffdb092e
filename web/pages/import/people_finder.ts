import type { Records } from '../../api/records.ts'
import { folded } from '../../components/listing/order.ts'
import { nameOf } from '../../components/people/names.ts'
import { isWord } from './values.ts'

type Known = { users: readonly Records['users'][]; groups: readonly Records['groups'][] }

/** The people that a text names, whether it names everyone, and names that no one has or several people. */
type Found = { everyone: boolean; people: number[]; unknown: string[]; shared: string[] }

const everyoneWords = /^(everybody|all|alle)$/

/** Finds people by username, email address, name in either order, or group; `everyone` is the word for all of them. */
export function peopleFinder({ users, groups }: Known, everyone: string): (text: string) => Found {
  const named = new Map<string, readonly number[]>()
  for (const user of users) {
    const { id, first_name, last_name } = user
    const names = [nameOf(user), `${first_name} ${last_name}`, `${last_name}, ${first_name}`].map(folded)
    for (const name of new Set(names)) named.set(name, [...(named.get(name) ?? []), id])
  }
  const members = new Map(
    groups.map(({ id, name }) => [
      folded(name),
      users.filter(({ group_id }) => group_id === id).map((user) => user.id),
    ]),
  )
  // What only one can have comes first.
  const emails = users.map(({ id, email }) => [folded(email), id] as const)
  const own = new Map([...emails, ...users.map(({ id, username }) => [folded(username ?? ''), id] as const)])
  own.delete('')
  const find = (word: string): readonly number[] | 'shared' | undefined => {
    const key = folded(word)
    const id = own.get(key)
    if (id !== undefined) return [id]
    const group = members.get(key)
    const people = named.get(key)
    if ((people?.length ?? 0) > 1 || (group && people)) return 'shared'
    return group ?? people
  }
  return (text) => {
    const words = find(text) !== undefined ? [text] : partsOf(text)
    const others = words.filter((word) => !isWord(word, everyone) && !everyoneWords.test(folded(word)))
    const found = others.map((word) => ({ word, of: find(word) }))
    const those = (of: unknown) => found.filter((one) => one.of === of).map(({ word }) => word)
    const people = [...new Set(found.flatMap(({ of }) => (typeof of === 'object' ? of : [])))]
    return { everyone: others.length < words.length, people, unknown: those(undefined), shared: those('shared') }
  }
}

/** `Diaz, Rosa; maya` are two people, `rosa, maya` as well. */
function partsOf(text: string): string[] {
  return text
    .split(text.includes(';') ? ';' : ',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
