import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** New passwords. */
export const passwords = {
  password_characters: {
    text: 'The password contains invalid characters.',
    shown: msg('The password contains invalid characters.'),
  },
  password_too_short: {
    text: 'The password must have at least {count} characters.',
    shown: msg('The password must have at least {count} characters.'),
  },
  password_too_long: {
    text: 'The password may have at most {count} characters.',
    shown: msg('The password may have at most {count} characters.'),
  },
  password_guessable: {
    text: 'That password is too easy to guess. A few words in a row are better.',
    shown: msg('That password is too easy to guess. A few words in a row are better.'),
  },
  password_unchanged: {
    text: 'The new password must be different from the current one.',
    shown: msg('The new password must be different from the current one'),
  },
  password_incorrect: { text: 'the password is incorrect', shown: msg('The password is incorrect') },
  too_many_attempts: {
    text: 'Too many attempts. Try again in {wait}.',
    shown: msg('Too many attempts. Try again later'),
  },
} as const satisfies Record<string, Entry>
