import { hasCompany } from '../../company/companies.ts'
import type { Config } from '../../config.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { isThisComputer } from '../../rules/text/this_computer.ts'
import type { World } from '../../world.ts'
import type { Fields } from '../csrf.ts'
import { countAttempt, forgive, setupCounter, waitText } from '../throttle.ts'
import { type Keys, loadKeys, same, seal } from './secrets.ts'

// On a server that others can reach, the first visit asks for a code that only the terminal shows. It is derived from
// the installation's secret, so all servers on a database have the same code, even after a restart.

/** Letters and digits that look different from each other. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 12

/** The code to show on the terminal; undefined if there is a company, or if only this machine can reach the server. */
export async function setupCodeToShow(world: World, config: Config): Promise<string | undefined> {
  if (isLocal(config) || (await hasCompany(world.db.read))) return undefined
  return setupCodeOf(await loadKeys(world, config))
}

/** Whether only programs on this machine can reach the server, and browsers use no public address. */
export function isLocal({ host, url, trustedProxies }: Pick<Config, 'host' | 'url' | 'trustedProxies'>): boolean {
  const isOurs = url === '' || isThisComputer(new URL(url).hostname)
  return isThisComputer(host) && isOurs && trustedProxies.length === 0
}

/**
 * Why a setup form with this code is refused, and the seconds to wait after too many wrong ones; undefined if the code is
 * right.
 */
export async function setupCodeProblem(
  { world, keys }: { world: World; keys: Keys },
  ip: string,
  { setup_code: typed = '' }: Fields,
  t: Translate,
): Promise<{ status: number; problem: string; waitSeconds?: number } | undefined> {
  const counters = setupCounter(ip)
  const waitSeconds = await countAttempt(world, counters)
  const { security } = world.sight
  if (waitSeconds > 0) {
    security.tell({ event: 'sign-in locked out', with: 'setup code', seconds: waitSeconds })
    return { status: 429, problem: waitText(waitSeconds, t), waitSeconds }
  }
  if (!same(plain(typed), plain(setupCodeOf(keys)))) {
    security.tell({ event: 'sign-in failed', with: 'setup code' })
    return { status: 403, problem: t('This is not the setup code that the server shows in its terminal or log.') }
  }
  await forgive(world, counters)
  return undefined
}

/** Twelve characters in groups of four: 60 bits. */
function setupCodeOf({ setup }: Keys): string {
  const bytes = Buffer.from(seal(setup, 'code'), 'base64url').subarray(0, codeLength)
  const text = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')
  return text.match(/.{4}/g)!.join('-')
}

/** The typed code, without separators and with lookalike characters replaced. */
function plain(code: string): string {
  return code
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}
