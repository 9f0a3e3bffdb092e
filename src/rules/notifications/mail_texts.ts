import { type KindName, kinds } from './kinds.ts'

/** Most mail programs cut off longer subjects. */
const subjectMax = 100

/** Mail subject and button label by kind. A message brings its own subject. */
const words: Record<KindName, { subject: string; button: string }> = {
  message: { subject: 'A message for you', button: 'Open Clockhouse' },
  'clock-in': { subject: 'Time to clock in', button: 'Clock in' },
  'clock-out': { subject: 'You are still on the clock', button: 'Clock out' },
  shift: { subject: 'Your schedule has changed', button: 'Open the schedule' },
  answered: { subject: 'Response to your request', button: 'Open Clockhouse' },
  'clocked-out': { subject: 'Clocked out automatically', button: 'Review the entry' },
  'long-entry': { subject: 'Still on the clock?', button: 'Open the clock' },
  'break-due': { subject: 'Time for a break', button: 'Open the clock' },
  'not-submitted': { subject: 'Your time is not submitted yet', button: 'Open your timesheet' },
  'overtime-near': { subject: 'Overtime approaching', button: 'See who is working' },
  overtime: { subject: 'Overtime reached', button: 'See who is working' },
  submitted: { subject: 'Waiting for your approval', button: 'Open Clockhouse' },
  note: { subject: 'A note on time', button: 'Look at the time' },
}

/** A notification as mail: its subject, and its text in paragraphs, which keep their line breaks. */
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

/** The label of the button in a mail of this kind. */
export function buttonOf(kind: KindName): string {
  return words[kind].button
}

/** Why the reader gets mail of this kind, as one sentence. */
export function reasonOf(kind: KindName, company: string): string {
  return `You are receiving this because ${company} sends you “${kinds[kind].title}” notifications by email.`
}

/** The text on one line of at most `subjectMax` characters, cut between words if possible. */
function shortened(line: string): string {
  const plain = line.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  const letters = [...plain]
  if (letters.length <= subjectMax) return plain
  const cut = letters.slice(0, subjectMax).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`
}
