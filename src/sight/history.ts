import { type Db, oneRow, sql } from '../engine/sql.ts'
import { Durations, percentile } from './durations.ts'
import { sizesOf } from './sizes.ts'
import type { Commits } from './watched.ts'

/** How long samples are kept, and how far apart they are, in milliseconds. */
const keptMs = 86_400_000
const sampleMs = 60_000

/** Steps of the history, in minutes: the first is taken with which there are not more than so many. */
const steps = [1, 5, 15] as const
const stepsMax = 120

/** The share of answers and commits that are as fast as the duration that is shown. */
const share = 0.95

/** What is measured once a minute. Sizes in bytes, undefined if unknown; how many messages wait to be sent. */
type Reading = {
  memory: number
  database: number | undefined
  free: number | undefined
  mails: number | undefined
  deliveries: number | undefined
}

/** One minute: when it ended, in milliseconds of the monotonic clock, and what happened within it. */
type Sample = Reading & { at: number; answers: readonly number[]; errors: number; commits: readonly number[] }

/** A step of the history. `minutes`: of how many there are samples. Seconds are undefined if there was nothing. */
type Step = Reading & {
  /** When it began, in microseconds since the epoch. */
  from: number
  minutes: number
  requests: number
  errors: number
  answerSeconds: number | undefined
  commitSeconds: number | undefined
}

/** What a server remembers of its own last day: a sample a minute, in memory, for those who look at the Server page. */
export class History {
  readonly #answers = new Durations()
  #errors = 0
  #known = { answers: noCounts, errors: 0, commits: noCounts }
  #samples: Sample[] = []
  readonly #since: number

  /** `steady`: a time of the monotonic clock, in milliseconds. */
  constructor(steady = performance.now()) {
    this.#since = steady
  }

  /** Counts an answer. */
  answered(status: number, seconds: number): void {
    this.#answers.add(seconds)
    if (status >= 500) this.#errors += 1
  }

  /** Takes the sample of the minute that ends now. */
  async sample(db: Pick<Db, 'dialect' | 'read'>, folder: string, commits: Commits, steady?: number): Promise<void> {
    const reading = await readingOf(db, folder)
    const at = steady ?? performance.now()
    const total = {
      answers: [...this.#answers.counts],
      errors: this.#errors,
      commits: [...commits.durations.counts],
    }
    this.#samples = this.#samples.filter((sample) => sample.at > at - keptMs)
    this.#samples.push({
      ...reading,
      at,
      answers: difference(total.answers, this.#known.answers),
      errors: total.errors - this.#known.errors,
      commits: difference(total.commits, this.#known.commits),
    })
    this.#known = total
  }

  /**
   * The last day, or the time since the start, in steps, oldest first; those without a sample are left out. `now`: the
   * time in microseconds.
   */
  shown(now: number, steady = performance.now()): { since: number; stepSeconds: number; steps: Step[] } {
    const minutes = Math.min(keptMs, steady - this.#since) / sampleMs
    const step = steps.find((size) => minutes / size <= stepsMax) ?? steps.at(-1)!
    const size = step * sampleMs * 1000
    const found = new Map<number, Sample[]>()
    for (const sample of this.#samples) {
      if (sample.at <= steady - keptMs) continue
      // A sample is of the minute before it.
      const from = Math.floor((now - (steady - sample.at + sampleMs / 2) * 1000) / size) * size
      found.set(from, [...(found.get(from) ?? []), sample])
    }
    return {
      since: now - Math.round((steady - this.#since) * 1000),
      stepSeconds: step * 60,
      steps: [...found].map(([from, samples]) => stepOf(from, samples)),
    }
  }
}

const noCounts: readonly number[] = new Durations().counts

function stepOf(from: number, samples: readonly Sample[]): Step {
  const { memory, database, free, mails, deliveries } = samples.at(-1)!
  const answers = sumOf(samples.map((sample) => sample.answers))
  return {
    ...{ from, minutes: samples.length, memory, database, free, mails, deliveries },
    requests: answers.reduce((sum, count) => sum + count, 0),
    errors: samples.reduce((sum, { errors }) => sum + errors, 0),
    answerSeconds: percentile(answers, share),
    commitSeconds: percentile(sumOf(samples.map(({ commits }) => commits)), share),
  }
}

/** What has been added since; nothing is kept of a quiet minute. */
function difference(total: readonly number[], known: readonly number[]): readonly number[] {
  // A server that has restored a backup begins to count again.
  if (total.some((count, at) => count < known[at]!)) return total
  const added = total.map((count, at) => count - known[at]!)
  return added.some((count) => count > 0) ? added : noCounts
}

function sumOf(all: readonly (readonly number[])[]): number[] {
  return noCounts.map((_, at) => all.reduce((sum, counts) => sum + counts[at]!, 0))
}

async function readingOf(db: Pick<Db, 'dialect' | 'read'>, folder: string): Promise<Reading> {
  const [{ database, free }, { mails, pushes, webhooks }] = await Promise.all([
    sizesOf(db, folder),
    messagesWaiting(db.read),
  ])
  const deliveries = pushes === undefined || webhooks === undefined ? undefined : pushes + webhooks
  return { memory: process.memoryUsage.rss(), database, free, mails, deliveries }
}

/**
 * Mails, notifications and webhook deliveries that are still to be sent; nothing if the database cannot be read, which
 * others show.
 */
export async function messagesWaiting(
  read: Db['read'],
): Promise<{ mails?: number; pushes?: number; webhooks?: number }> {
  const count = async (statement: ReturnType<typeof sql>) =>
    Number((await oneRow<{ count: number }>(read, statement)).count)
  try {
    const [mails, pushes, webhooks] = await Promise.all([
      count(sql`select count(*) as count from mails where state = 'queued' or state = 'sending'`),
      count(sql`select count(*) as count from deliveries where state = 'queued' or state = 'sending'`),
      count(sql`select coalesce(sum(waiting), 0) as count from webhooks where active = 1`),
    ])
    return { mails, pushes, webhooks }
  } catch {
    return {}
  }
}
