/** Most writes that run as one: a batch of many items gains nothing by more, and its statements have a limit. */
const togetherMax = 50

/** Takes from the head of a queue the writes that run as one: the first, and those behind it with the same mark. */
export function takePart<Job>(queue: Job[], markOf: (job: Job) => string | undefined): Job[] {
  const part = [queue.shift()!]
  const mark = markOf(part[0]!)
  if (mark === undefined) return part
  while (part.length < togetherMax && queue.length > 0 && markOf(queue[0]!) === mark) part.push(queue.shift()!)
  return part
}
