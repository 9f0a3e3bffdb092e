import { type Static, Type } from 'typebox'
import { printUtc } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { instant, nullable } from '../format.ts'

const milliseconds = (of: string) =>
  nullable(Type.Number({ description: `95 of 100 ${of} took no longer, in milliseconds; null if there were none.` }))

const size = (of: string) => nullable(Type.Integer({ description: `${of}, in bytes; null if unknown.` }))

const waiting = (of: string) => nullable(Type.Integer({ description: `${of} that wait to be sent; null if unknown.` }))

/** The last day of a server. */
export const serverHistory = Type.Object({
  since: instant('When the server began to collect this.'),
  until: instant('Now.'),
  step_seconds: Type.Integer({ description: 'How long a step is. It grows with the time since the start.' }),
  steps: Type.Array(
    Type.Object({
      from: instant(),
      minutes: Type.Integer({ description: 'How many minutes of the step are in the numbers.' }),
      requests: Type.Integer({
        description: 'Without those of monitors, and those that wait for something to happen.',
      }),
      errors: Type.Integer({ description: 'How many of them the server could not answer (status 500 and above).' }),
      answer_ms: milliseconds('answers'),
      commit_ms: milliseconds('commits of the database'),
      memory: Type.Integer({ description: 'What the process uses, in bytes.' }),
      database: size('The database'),
      free: size('What is free on its disk'),
      mails: waiting('Emails'),
      deliveries: waiting('Notifications and deliveries to webhooks'),
    }),
    { description: 'Oldest first, of the last 24 hours at most; a step in which the server did not run is missing.' },
  ),
})

/** The last day of a server, as it remembers it. */
export function historyOf({ sight }: World, now: number): Static<typeof serverHistory> {
  const { since, stepSeconds, steps } = sight.history.shown(now)
  return {
    since: printUtc(since),
    until: printUtc(now),
    step_seconds: stepSeconds,
    steps: steps.map(({ from, answerSeconds, commitSeconds, database, free, mails, deliveries, ...counted }) => ({
      ...counted,
      from: printUtc(from),
      answer_ms: inMilliseconds(answerSeconds),
      commit_ms: inMilliseconds(commitSeconds),
      database: database ?? null,
      free: free ?? null,
      mails: mails ?? null,
      deliveries: deliveries ?? null,
    })),
  }
}

function inMilliseconds(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Math.round(seconds * 10_000) / 10
}
