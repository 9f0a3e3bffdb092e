import { type KindName, kinds } from './kinds.ts'

/** A subject longer than this is cut off by most programs that show mail. */
const subjectMax = 100

/** The subject of mails of a kind, and what stands on their button. A message brings its own subject. */
const words: Record<KindName, { subject: string; button: string }> = {
  message: { subject: 'A message for you', button: 'Open Clockhouse' },
  'clock-in': { subject: 'Time to clock in', button: 'Clock in' },
  'clock-out': { subject: 'You are still on the clock', button: 'Clock out' },
  shift: { subject: 'News about your shifts', button: 'Open the schedule' },
  answered: { subject: 'An answer to your request', button: 'Open Clockhouse' },
  'clocked-out': { subject: 'Clocked out automatically', button: 'Look at the time' },
  'long-entry': { subject: 'On the clock for long', button: 'Open the clock' },
  'not-submitted': { subject: 'Your time is not submitted yet', button: 'Open your timesheet' },
  'overtime-near': { subject: 'Overtime is near', button: 'See who is working' },
  overtime: { subject: 'Overtime reached', button: 'See who is working' },
  submitted: { subject: 'Waiting for your approval', button: 'Open Clockhouse' },
  note: { subject: 'A note on time', button: 'Look at the time' },
}

/** What a notification is as a mail: its subject, and its text in paragraphs, whose lines stay lines. */
export function noticeMail(
  kind: KindName,
  message: string,
): { kind: KindName; subject: string; paragraphs: readonly string[] } {
  const paragraphs = message
    .split(/\r?\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  const first = kind === 'message' ? (paragraphs[0]?.split('\n')[0] ?? '') : ''
  return { kind, subject: shortened(first) || words[kind].subject, paragraphs }
}

/** What the button of such a mail says. */
export function buttonOf(kind: KindName): string {
  return words[kind].button
}

/** Why somebody gets such mails, as one sentence. */
export function reasonOf(kind: KindName, company: string): string {
  return `You get this because ${company} mails you notifications of the kind “${kinds[kind].title}”.`
}

/** One line that fits, cut between words where that is possible. */
function shortened(line: string): string {
  const plain = line.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  const letters = [...plain]
  if (letters.length <= subjectMax) return plain
  const cut = letters.slice(0, subjectMax).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`
}
