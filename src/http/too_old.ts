import type { FastifyInstance } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import type { World } from '../world.ts'
import type { sendRefusal } from './error_answers.ts'

/** What answers even if the database is too new for this program. */
const alwaysAnswered = ['/livez', '/readyz', '/metrics']

const tooOld = () => new RequestError(503, 'program_too_old')

function isTooOld({ sight: { database } }: World): boolean {
  return database.floor?.passed !== undefined
}

/** Throws if the database is too new for this program, so that no request reads or writes what it does not know. */
export function expectNotTooOld(world: World): void {
  if (isTooOld(world)) throw tooOld()
}

/** Refuses the requests that the framework sees, in that case. `refuse` answers them, also those for pages. */
export function refuseIfTooOld(app: FastifyInstance, world: World, refuse: ReturnType<typeof sendRefusal>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (alwaysAnswered.includes(request.routeOptions.url ?? '') || !isTooOld(world)) done()
    else void refuse(tooOld(), request, reply)
  })
}
