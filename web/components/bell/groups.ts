import { kinds } from '../../../src/rules/notifications/kinds.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { t } from '../../language.ts'

/** A message of the bell. */
export type Message = AnswerOf<'GET /api/console/messages'>['messages'][number]

/** Messages shown as one line: a single message, or all of one kind on one day. */
type Line = { key: number; title: string; messages: readonly Message[] }

/** Up to this many messages of one kind on one day are shown one by one. */
const singleMax = 2

/**
 * The lines of the bell, newest first. If there are more than two messages of one kind about other people on one day,
 * they become one line, because a manager of many people gets many of them. `dayOf` returns the reader's day of a time.
 */
export function linesOf(messages: readonly Message[], dayOf: (time: string) => string): Line[] {
  const groupOf = ({ id, kind, time }: Message) =>
    kinds[kind].whose === 'managers' ? `${kind} ${dayOf(time)}` : String(id)
  return [...Map.groupBy(messages, groupOf).values()]
    .flatMap((group) => (group.length > singleMax ? [group] : group.map((message) => [message])))
    .sort(([a], [b]) => messages.indexOf(a!) - messages.indexOf(b!))
    .map((group) => ({
      key: group[0]!.id,
      title: `${t(kinds[group[0]!.kind].title)} (${group.length})`,
      messages: group,
    }))
}
