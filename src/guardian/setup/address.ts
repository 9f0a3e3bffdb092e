import type { Config } from '../../config.ts'
import type { Translate } from '../../rules/language/messages.ts'
import type { Finding } from '../../sight/watcher.ts'
import { about } from './finding.ts'

/** Checks the address that people use: whether it is encrypted, and whether the proxy in front of it is known. */
export function checkUrl(t: Translate, { host, url, trustedProxies, tlsCert, acmeEmail }: Config): Finding[] {
  const check = about(t('Address@@of a server'))
  if (url === '')
    return isLocal(host)
      ? [check.ok('only this machine can reach it; to open it to others, set CLOCKHOUSE_URL')]
      : [
          check.warning(
            t('it listens on {host} without TLS, and {setting} is not set', { host, setting: 'CLOCKHOUSE_URL' }),
            t('Put a reverse proxy with TLS in front of it, or set {other} for a certificate; and set {setting}.', {
              setting: 'CLOCKHOUSE_URL=https://time.example.com',
              other: 'CLOCKHOUSE_ACME_EMAIL',
            }),
          ),
        ]
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !isLocal(hostname))
    return [
      check.warning(
        t('{url} is not encrypted: passwords and tokens can be intercepted, and most client programs refuse it', {
          url,
        }),
        t('Put a reverse proxy with TLS in front of it, and set {setting} to its https:// address.', {
          setting: 'CLOCKHOUSE_URL',
        }),
      ),
    ]
  const isSecure = tlsCert !== '' || acmeEmail !== ''
  if (protocol === 'https:' && !isSecure && trustedProxies.length === 0)
    return [
      check.warning(
        t(
          '{url} needs a certificate or a reverse proxy, and neither is set: all requests seem to come from the proxy',
          {
            url,
          },
        ),
        t('Set {setting} to the address of the proxy, such as 127.0.0.1, or {other} for a certificate.', {
          setting: 'CLOCKHOUSE_TRUSTED_PROXIES',
          other: 'CLOCKHOUSE_ACME_EMAIL',
        }),
      ),
    ]
  return [check.ok(url)]
}

/** Whether only this machine reaches a host; an IPv6 address may be in brackets. */
function isLocal(host: string): boolean {
  return ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host)
}
