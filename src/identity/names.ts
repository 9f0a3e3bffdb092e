import { slug } from '../company/companies.ts'
import { fold } from '../engine/sql.ts'
import { idMax } from '../engine/table.ts'
import type { World } from '../world.ts'

/** A person in a company. */
export interface Account {
  readonly companyId: number
  readonly userId: number
}

/** The account id that oidc-provider uses. */
export function accountName({ companyId, userId }: Account): string {
  return `${companyId}:${userId}`
}

/** The account of an id made by `accountName`. */
export function accountOf(name: string): Account {
  const [companyId, userId] = name.split(':')
  return { companyId: Number(companyId), userId: Number(userId) }
}

/**
 * A new code, token or id with 192 random bits. It begins with the company id, as on the live service, so its row is
 * found by the company's key.
 */
export function newToken(world: Pick<World, 'random'>, companyId: number): string {
  return `S.${companyId}__${world.random(24).toString('hex')}`
}

/** The company id in a code or token; undefined if the text is not one of ours. */
export function companyOfToken(token: string): number | undefined {
  const match = /^S\.(\d{1,16})__[0-9a-f]{40,64}$/.exec(token)
  return match ? companyNumber(match[1]) : undefined
}

/** A new client id, which is not secret: `app_`, the company id, random digits. */
export function newClientId(world: Pick<World, 'random'>, companyId: number): string {
  return `app_${companyId}_${world.random(10).toString('hex')}`
}

/** The company that registered the application with this client id. */
export function companyOfClient(clientId: string): number | undefined {
  const match = /^app_(\d{1,16})_[0-9a-f]{20}$/.exec(clientId)
  return match ? companyNumber(match[1]) : undefined
}

/** A number larger than the largest id is no company. */
function companyNumber(digits: string | undefined): number | undefined {
  const number = Number(digits)
  return number <= idMax ? number : undefined
}

/** A company's short name as people type it: `Northside Builders` is `northsidebuilders`. */
export function slugOf(typed: string): string {
  const text = typed.trim()
  return /\s/.test(text) ? slug(text) : fold(text)
}
