// Clocking out must not wait for a slow network.
const patienceMilliseconds = 2000

/** The answer of a request at clocking out; undefined if it comes late, or if the server cannot be reached. */
export async function inTime<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  // AbortSignal.timeout would make a slow answer look like a lost connection.
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMilliseconds)
  try {
    return await request(patience.signal)
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
