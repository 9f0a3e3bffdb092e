/** The most writes that run as one: beyond that, a batch gains nothing, and its statements have a limit. */
const togetherMax = 50

/**
 * Takes the writes that run as one from the head of a queue: the first, and those directly after it with the same mark.
 */
export function takePart<Job>(queue: Job[], markOf: (job: Job) => string | undefined): Job[] {
  const part = [queue.shift()!]
  const mark = markOf(part[0]!)
  if (mark === undefined) return part
  while (part.length < togetherMax && queue.length > 0 && markOf(queue[0]!) === mark) part.push(queue.shift()!)
  return part
}
