import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from './cookies.ts'
import type { Dependencies } from './dependencies.ts'
import { same, seal } from './factors/secrets.ts'

/**
 * Remembers on which devices a person has signed in. The web app uses the same name in the browser's storage for the
 * owner of a push device (web/api/device_owner.ts), which is unrelated.
 */
const deviceCookie = 'clockhouse-device'
const lifeSeconds = 400 * 86_400
const peopleMax = 20

/** The device's id if this person has signed in on it before. A shared tablet may remember many people. */
export function knownDevice(
  deps: Dependencies,
  request: FastifyRequest,
  company: string,
  name: string,
): string | undefined {
  const [device, ...marks] = cookieParts(deps, request)
  if (!device) return undefined
  const mark = markOf(deps, device, company, name)
  return marks.some((one) => same(one, mark)) ? device : undefined
}

/** Remembers that this person has signed in on this device. The cookie holds keyed hashes and reveals no names. */
export function rememberDevice(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  company: string,
  name: string,
): void {
  const [known, ...marks] = cookieParts(deps, request)
  const device = known ?? deps.world.random(18).toString('base64url')
  const mark = markOf(deps, device, company, name)
  const others = marks.filter((one) => one !== mark).slice(0, peopleMax - 1)
  setCookie(deps.site(), reply, deviceCookie, [device, mark, ...others].join('~'), lifeSeconds)
}

function markOf({ keys }: Dependencies, device: string, company: string, name: string): string {
  return seal(keys.devices, JSON.stringify([device, company, name])).slice(0, 24)
}

function cookieParts({ site }: Dependencies, request: FastifyRequest): string[] {
  const value = readCookie(site(), request, deviceCookie) ?? ''
  return value.length <= 1000 && /^[\w~-]+$/.test(value) ? value.split('~') : []
}
