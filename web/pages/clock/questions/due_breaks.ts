import { msg } from '../../../../src/rules/language/messages.ts'
import type { AnswerOf, BodyOf } from '../../../api/contract.ts'
import { ask } from '../../../api/request.ts'
import { toastError } from '../../../components/dialogs/toast.ts'
import type { Entry } from '../entries.ts'

/** A break that was due and was not taken. */
export type DueBreak = AnswerOf<'GET /api/console/due_breaks'>['breaks'][number]

/** The answers that people can give. */
export type BreakAnswer = BodyOf<'POST /api/console/break_answers'>['answers'][number]['answer']

/** The answers, to be translated on screen. */
export const answerNames: readonly { value: BreakAnswer; text: string }[] = [
  { value: 'taken', text: msg('I took it') },
  { value: 'waived', text: msg('I chose not to') },
  { value: 'prevented', text: msg('I couldn’t') },
]

// Clocking out must not wait for a slow network.
const patienceMilliseconds = 2000

/** The breaks to ask about before this entry ends; none if the server does not know the entry or cannot be reached. */
export async function dueBreaks({ of, waits }: Entry): Promise<readonly DueBreak[]> {
  if (typeof of !== 'number' || waits) return []
  // AbortSignal.timeout would make a slow answer look like a lost connection.
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMilliseconds)
  try {
    const options = { fresh: true, signal: patience.signal }
    const { timesheet_id, breaks } = await ask('GET', '/api/console/due_breaks', options)
    return timesheet_id === of ? breaks : []
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}

/** Saves the answers with the entry. Errors show as a toast, because they must not keep anyone from clocking out. */
export async function sayBreaks({ of }: Entry, said: Readonly<Record<string, BreakAnswer>>): Promise<void> {
  const answers = Object.entries(said).map(([rule, answer]) => ({ rule, answer }))
  if (typeof of !== 'number' || answers.length === 0) return
  await ask('POST', '/api/console/break_answers', { body: { timesheet_id: of, answers } }).catch(toastError)
}
