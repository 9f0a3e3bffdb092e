import { msg } from '../language/messages.ts'

/** The days of a week by their numbers. */
export const weekdays = {
  0: msg('Sunday'),
  1: msg('Monday'),
  2: msg('Tuesday'),
  3: msg('Wednesday'),
  4: msg('Thursday'),
  5: msg('Friday'),
  6: msg('Saturday'),
}
