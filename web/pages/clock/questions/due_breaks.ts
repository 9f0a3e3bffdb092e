import { msg } from '../../../../src/rules/language/messages.ts'
import type { AnswerOf, BodyOf } from '../../../api/contract.ts'
import type { Punch } from '../../../api/punches.ts'
import { ask } from '../../../api/request.ts'
import type { Entry } from '../entries.ts'
import { inTime } from './in_time.ts'

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

/** The breaks to ask about before this entry ends; none if the server does not know the entry or does not say so in time. */
export async function dueBreaks({ of, waits }: Entry): Promise<readonly DueBreak[]> {
  if (typeof of !== 'number' || waits) return []
  const found = await inTime((signal) => ask('GET', '/api/console/due_breaks', { fresh: true, signal }))
  return found?.timesheet_id === of ? found.breaks : []
}

/** The answers as a punch takes them along. */
export function breakAnswersOf(said: Readonly<Record<string, BreakAnswer>>): Punch['breakAnswers'] {
  const answers = Object.entries(said).map(([rule, answer]) => ({ rule, answer }))
  return answers.length === 0 ? undefined : answers
}
