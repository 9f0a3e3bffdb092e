import { msg, type Translate } from '../language/messages.ts'
import { type KindName, kinds } from './kinds.ts'

/** Most mail programs cut off longer subjects. */
const subjectMax = 100

/** Mail subject and button label by kind. A message brings its own subject. */
const words: Record<KindName, { subject: string; button: string }> = {
  message: { subject: msg('A message for you'), button: msg('Open Clockhouse') },
  'clock-in': { subject: msg('Time to clock in'), button: msg('Clock in') },
  'clock-out': { subject: msg('You are still on the clock'), button: msg('Clock out') },
  shift: { subject: msg('Your schedule has changed'), button: msg('Open the schedule') },
  answered: { subject: msg('Response to your request'), button: msg('Open Clockhouse') },
  'clocked-out': { subject: msg('Clocked out automatically'), button: msg('Review the entry') },
  'long-entry': { subject: msg('Still on the clock?'), button: msg('Open the clock') },
  'break-due': { subject: msg('Time for a break'), button: msg('Open the clock') },
  'not-submitted': { subject: msg('Your time is not submitted yet'), button: msg('Open your timesheet') },
  'overtime-near': { subject: msg('Overtime approaching'), button: msg('See who is working') },
  overtime: { subject: msg('Overtime reached'), button: msg('See who is working') },
  submitted: { subject: msg('Waiting for your approval'), button: msg('Open Clockhouse') },
  note: { subject: msg('A note on time'), button: msg('Look at the time') },
}

/** A notification as mail: its subject, and its text in paragraphs, which keep their line breaks. */
export function noticeMail(
  kind: KindName,
  message: string,
  t: Translate,
): { kind: KindName; subject: string; paragraphs: readonly string[] } {
  const paragraphs = message
    .split(/\r?\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  const first = kind === 'message' ? (paragraphs[0]?.split('\n')[0] ?? '') : ''
  return { kind, subject: shortened(first) || t(words[kind].subject), paragraphs }
}

/** The label of the button in a mail of this kind. */
export function buttonOf(kind: KindName, t: Translate): string {
  return t(words[kind].button)
}

/** Why the reader gets mail of this kind, as one sentence. */
export function reasonOf(kind: KindName, company: string, t: Translate): string {
  return t('You are receiving this because {company} sends you “{kind}” notifications by email.', {
    company,
    kind: t(kinds[kind].title),
  })
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
