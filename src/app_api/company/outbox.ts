import { type Static, Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import { sql } from '../../engine/sql.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'
import { instant } from '../format.ts'

const shownMax = 100

const mail = Type.Object({
  id: Type.Integer(),
  to: Type.String(),
  subject: Type.String(),
  html: Type.String(),
  text: Type.String(),
  created: instant(),
})

type Mail = Omit<Static<typeof mail>, 'created'> & { created: number }

/** Emails kept on this server instead of being sent. */
export const outboxEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/outbox',
    about: `Lists the emails kept by a server that sends none, such as the sandbox, newest first, at most ${shownMax}. Answers 404 if the server sends its email or has no mail server.`,
    who: 'administrators',
    // Emails contain links that sign people in.
    firstPartyOnly: true,
    answer: Type.Object({ mails: Type.Array(mail) }),
    async run({ actor, config, world }) {
      if (config.smtpUrl !== 'outbox:') throw new RequestError(404, 'no_outbox')
      const rows = await world.db.read.all<Mail>(
        sql`select id, address as "to", subject, html, text, created from outbox
          where company_id = ${actor.companyId} order by created desc, id desc limit ${shownMax}`,
      )
      return { mails: rows.map(({ created, ...mail }) => ({ ...mail, created: printUtc(created) })) }
    },
  }),
]
