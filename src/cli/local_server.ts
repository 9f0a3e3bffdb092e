import { once } from 'node:events'
import { get as getPlain } from 'node:http'
import { get as getEncrypted } from 'node:https'
import { text } from 'node:stream/consumers'

/** How long a server may take to report its state, in milliseconds: it tries a write, which may have to wait for others. */
const answerMs = 12_000

/**
 * Requests a path of a server, without any proxy. The certificate of a server on this machine names its public address
 * instead of the one by which it is reached here, and no secret is sent, so that is not checked. Throws if nothing answers.
 */
export async function askServer(address: string, path: string, { isHere = true } = {}): Promise<string> {
  const get = address.startsWith('https:') ? getEncrypted : getPlain
  const request = get(address + path, {
    agent: false,
    rejectUnauthorized: !isHere,
    signal: AbortSignal.timeout(answerMs),
  })
  const [response] = await once(request, 'response')
  // What breaks off after that is told by the reader.
  request.on('error', () => {})
  return text(response)
}
