import { msg, type Translate } from './language/messages.ts'

/** Minimum length of a password, in characters. */
export const passwordMin = 10

/** Maximum length of a password. */
export const passwordMax = 1000

/** Passwords with fewer different characters than this are easy to guess. */
const differentMin = 4

/** Keyboard rows and well-known sequences; a password that only follows one of them is easy to guess. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', '09876543210', 'qwertyuiopasdfghjklzxcvbnm']

/** The message for a password that is easy to guess. */
export const guessable = msg('That password is too easy to guess. A few words in a row are better.')

/** Why a password is not acceptable; undefined if it is. */
export function passwordProblem(password: string, t: Translate): string | undefined {
  if (password.includes('\0') || !password.isWellFormed()) return t('The password contains invalid characters.')
  if ([...password].length < passwordMin)
    return t('The password must have at least {count} characters.', { count: passwordMin })
  if (password.length > passwordMax)
    return t('The password may have at most {count} characters.', { count: passwordMax })
  const text = password.toLowerCase()
  if (new Set(text).size < differentMin || rows.some((row) => row.includes(text))) return t(guessable)
  return undefined
}
