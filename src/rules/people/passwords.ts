import type { Translate } from '../language/messages.ts'
import type { Entry } from '../refusals/entry.ts'
import { type Reason, reason } from '../refusals/reason.ts'
import { passwords } from '../refusals/subjects/passwords.ts'

/** Minimum length of a password, in characters. */
export const passwordMin = 10

/** Maximum length of a password. */
export const passwordMax = 1000

/** Passwords with fewer different characters than this are easy to guess. */
const differentMin = 4

/** Keyboard rows and well-known sequences; a password that only follows one of them is easy to guess. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', '09876543210', 'qwertyuiopasdfghjklzxcvbnm']

/** Why a password is not acceptable; undefined if it is. */
export function passwordProblem(password: string): Reason | undefined {
  if (password.includes('\0') || !password.isWellFormed()) return reason('password_characters')
  if ([...password].length < passwordMin) return reason('password_too_short', { count: passwordMin })
  if (password.length > passwordMax) return reason('password_too_long', { count: passwordMax })
  const text = password.toLowerCase()
  const isRow = new Set(text).size < differentMin || rows.some((row) => row.includes(text))
  return isRow ? reason('password_guessable') : undefined
}

/** The message for a password that is not acceptable. */
export function passwordText({ code, values }: Reason, t: Translate): string {
  const { text, shown = text }: Entry = passwords[code as keyof typeof passwords]
  return t(shown, values)
}
