import { removeSession } from '../oauth/session.ts'
import { type ConsoleEndpoint, endpoint } from './endpoint.ts'

/** Signing out from the app. */
export const signOutEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/sign_out',
    about: 'Ends the session of the browser that asks; for a token it does nothing.',
    who: 'everybody',
    async run({ actor, session, world, now }) {
      const companyId = actor.home?.companyId ?? actor.companyId
      if (session) await world.db.write(removeSession, { companyId, hash: session }, now)
      return { signed_out: session !== undefined }
    },
  }),
]
