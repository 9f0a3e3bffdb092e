import { msg } from './language/messages.ts'

// What fields of text must be, in the words of the refusal `malformed`, which the app translates.

/** Of email addresses. */
export const emailAddress = msg('an email address')

/** Of short codes. */
export const lettersAndDigits = msg('letters and digits')
