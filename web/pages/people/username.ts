import { searchKey } from '../../../src/rules/text/search_key.ts'

/**
 * A username for a new person, from the beginning of the email address, or else from the name: `ana.silva`. A number is
 * added if it is taken; `taken` holds usernames in lower case. '' while there is nothing to derive one from.
 */
export function proposedUsername(
  { email, first_name, last_name }: { email: string; first_name: string; last_name: string },
  taken: ReadonlySet<string> = new Set(),
): string {
  const local = email.includes('@') ? email.split('@')[0]! : ''
  const name = [first_name, last_name].map(letters).filter(Boolean).join('.')
  const base = letters(local) || name
  if (base === '' || !taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}${number}`)) number += 1
  return `${base}${number}`
}

/** The letters and digits of a text, in lower case and without accents, with the dots and hyphens between them. */
function letters(text: string): string {
  return searchKey(text)
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
}
