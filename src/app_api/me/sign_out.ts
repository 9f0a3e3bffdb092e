import { Type } from 'typebox'
import { removeSession } from '../../identity/sessions.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'

/** Signing out from the app. */
export const signOutEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/sign_out',
    about: 'Signs out of this browser. With a token it does nothing.',
    who: 'everyone',
    answer: Type.Object({ signed_out: Type.Boolean() }),
    async run({ actor, session, world, now }) {
      const companyId = actor.home?.companyId ?? actor.companyId
      if (session) await world.db.write(removeSession, { companyId, hash: session }, now)
      return { signed_out: session !== undefined }
    },
  }),
]
