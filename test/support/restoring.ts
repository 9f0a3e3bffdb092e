import { setTimeout } from 'node:timers/promises'

/** A server, and a token of its administrator. */
export type Administered = { url: string; token: string }

/** Asks the API of the app. Status 0 means that the connection broke before the answer arrived. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export async function askApp({ url, token }: Administered, method: string, path: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  try {
    const response = await fetch(`${url}/api/console${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  } catch (error) {
    return { status: 0, body: { error: String(error) } }
  }
}

/**
 * Restores a backup; returns what has become of it, undefined if the server is gone. `see` is called with the status of each
 * look at it.
 */
export async function restore(
  at: Administered,
  name: string,
  { see = () => {}, alive = () => true }: { see?: (status: number) => void; alive?: () => boolean } = {},
  // biome-ignore lint/suspicious/noExplicitAny: as above
): Promise<any> {
  const begun = await askApp(at, 'POST', '/server/restore', { name })
  if (begun.status !== 200 && alive()) throw new Error(JSON.stringify(begun))
  while (alive()) {
    const { status, body } = await askApp(at, 'GET', '/server')
    see(status)
    if (status === 200 && body.restored?.ended) return body.restored
    await setTimeout(10)
  }
}
