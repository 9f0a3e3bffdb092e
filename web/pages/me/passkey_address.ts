import { t } from '../../language.ts'

/** Why passkeys cannot be created at this address, and what to do; undefined if they can. Browsers tie them to a domain. */
export function passkeyProblem({ protocol, hostname, port }: Pick<Location, 'protocol' | 'hostname' | 'port'>) {
  const own = hostname === '127.0.0.1' || hostname === '[::1]'
  if (own) {
    const address = `${protocol}//localhost${port && `:${port}`}`
    const text = t('Browsers don’t create passkeys at {address}. Open Clockhouse at this address instead:', {
      address: hostname,
    })
    return { text, address }
  }
  if (/^[\d.]+$|^\[/.test(hostname))
    return {
      text: t('Browsers don’t create passkeys at an IP address. Open Clockhouse at its name instead, with HTTPS.'),
    }
  if (protocol === 'http:' && hostname !== 'localhost' && !hostname.endsWith('.localhost'))
    return { text: t('Browsers create passkeys only with HTTPS. Ask your administrator to set it up.') }
  return undefined
}
