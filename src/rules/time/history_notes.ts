import { msg, type Translate } from '../language/messages.ts'

// The server's notes in the history of a timesheet about where a change came from. They are stored in English and shown
// in the reader's language.

/** The notes by subject. */
export const historyNotes = {
  archived: msg('archived@@clocked out'),
  clockedOut: msg('clocked out automatically'),
  clockRepaired: msg('on the clock again, because the server’s clock was wrong'),
  holidayPay: msg('holiday pay'),
  lunch: msg('automatic lunch'),
  lunchGivenBack: msg('automatic lunch given back'),
  shortened: msg('shortened by a break'),
  split: msg('split by a break'),
  sentLater: msg('sent later, from a device that was offline'),
  timeOffApproved: msg('time off approved'),
  timeOffChanged: msg('time off changed'),
  timeOffWithdrawn: msg('time off withdrawn'),
  /** The vendor’s API does not ask for a reason; the app requires one. */
  unexplained: msg('approved time, and the application gave no reason'),
} as const

/** A note as stored. */
export function noteText(note: keyof typeof historyNotes): string {
  return historyNotes[note].replace(/@@.*$/, '')
}

/** Notes that name something. */
const patterns: readonly [pattern: RegExp, message: string][] = [
  [/^split from \d+ by a break$/, msg('split from another entry by a break')],
  [/^correction proposed by (?<name>.+)$/, msg('correction proposed by {name}')],
  [/^about breaks: (?<said>.+)$/, msg('about breaks: {said}')],
  [/^about lunch: none$/, msg('about lunch: none')],
  [/^about lunch: taken$/, msg('about lunch: taken')],
]

/** People's answers about breaks. */
const answers: Readonly<Record<string, string>> = {
  taken: msg('{name} taken@@break'),
  waived: msg('{name} waived@@break'),
  prevented: msg('{name} prevented@@break'),
}

/** The stored origin of a change in the language of `t`; texts from programs stay as they are. */
export function originText(origin: string, t: Translate): string {
  return origin
    .split('; ')
    .map((part) => inWords(part, t))
    .join('; ')
}

function inWords(part: string, t: Translate): string {
  const known = Object.values(historyNotes).find((note) => note.replace(/@@.*$/, '') === part)
  if (known) return t(known)
  for (const [pattern, message] of patterns) {
    const found = pattern.exec(part)
    if (!found) continue
    const { name = '', said = '' } = found.groups ?? {}
    return t(message, { name, said: answersText(said, t) })
  }
  return part
}

/** Such as `meal taken, second meal waived`. */
function answersText(said: string, t: Translate): string {
  return said
    .split(', ')
    .map((one) => {
      const at = one.lastIndexOf(' ')
      const message = answers[one.slice(at + 1)]
      return message ? t(message, { name: one.slice(0, at) }) : one
    })
    .join(', ')
}
