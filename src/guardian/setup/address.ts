import type { Config } from '../../config.ts'
import type { Translate } from '../../rules/language/messages.ts'
import type { Finding } from '../../sight/watcher.ts'
import { about } from './finding.ts'

/**
 * Checks the address that people use: whether it is encrypted, whether the proxy in front of it is known, and whether the
 * links in mail reach it.
 */
export function checkUrl(t: Translate, { host, url, smtpUrl, trustedProxies, tlsCert, acmeEmail }: Config): Finding[] {
  const check = about(t('Address@@of a server'))
  if (url === '')
    return isLocal(host)
      ? [check.ok('only this machine can reach it; to open it to others, set CLOCKHOUSE_URL')]
      : [
          check.warning(
            t('it listens on {host} without TLS, and {setting} is not set', { host, setting: 'CLOCKHOUSE_URL' }),
            t(
              'Set {setting}, and put a reverse proxy with TLS in front of it or set {certificate} for a certificate.',
              { setting: 'CLOCKHOUSE_URL=https://time.example.com', certificate: 'CLOCKHOUSE_ACME_EMAIL' },
            ),
          ),
        ]
  const { protocol, hostname } = new URL(url)
  if (smtpUrl !== '' && smtpUrl !== 'outbox:' && isLocal(hostname))
    return [
      check.warning(
        t('links in mail lead to {url}, which only this machine can reach', { url }),
        t('Set {setting} to the address by which people reach this server.', { setting: 'CLOCKHOUSE_URL' }),
      ),
    ]
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
  if (protocol === 'https:' && trustedProxies.length === 0 && tlsCert === '' && acmeEmail === '')
    return [
      check.warning(
        t(
          '{url} needs a certificate or a reverse proxy, and neither is set: with a proxy, all requests seem to come from it',
          { url },
        ),
        t('Set {setting} to the address of the proxy, such as 127.0.0.1, or {certificate} for a certificate.', {
          setting: 'CLOCKHOUSE_TRUSTED_PROXIES',
          certificate: 'CLOCKHOUSE_ACME_EMAIL',
        }),
      ),
    ]
  return [check.ok(url)]
}

/** Whether only this machine reaches a host; an IPv6 address may be in brackets. */
function isLocal(host: string): boolean {
  return ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host)
}
