import { idMax } from '../engine/table.ts'
import type { World } from '../world.ts'

/** Somebody: a person of a company. */
export interface Account {
  readonly companyId: number
  readonly userId: number
}

/** The account as oidc-provider knows it. */
export function accountName({ companyId, userId }: Account): string {
  return `${companyId}:${userId}`
}

/** The account again. */
export function accountOf(name: string): Account {
  const [companyId, userId] = name.split(':')
  return { companyId: Number(companyId), userId: Number(userId) }
}

/**
 * A new code, token or id with 192 random bits. It begins with its company, as on the live service, so that its row is
 * found under the company's key without asking all of them.
 */
export function newToken(world: Pick<World, 'random'>, companyId: number): string {
  return `S.${companyId}__${world.random(24).toString('hex')}`
}

/** The company that the text of a code or token names; undefined when the text is not one of ours. */
export function companyOfToken(token: string): number | undefined {
  const match = /^S\.(\d{1,10})__[0-9a-f]{40,64}$/.exec(token)
  return match ? companyNumber(match[1]) : undefined
}

/** A new client id. It holds nothing secret: `app_`, the company, random digits. */
export function newClientId(world: Pick<World, 'random'>, companyId: number): string {
  return `app_${companyId}_${world.random(10).toString('hex')}`
}

/** The company that registered the application of this id. */
export function companyOfClient(clientId: string): number | undefined {
  const match = /^app_(\d{1,10})_[0-9a-f]{20}$/.exec(clientId)
  return match ? companyNumber(match[1]) : undefined
}

/** No company has a number that the databases do not take for one. */
function companyNumber(digits: string | undefined): number | undefined {
  const number = Number(digits)
  return number <= idMax ? number : undefined
}
