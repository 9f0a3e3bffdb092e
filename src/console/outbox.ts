import { RequestError } from '../engine/errors.ts'
import { sql } from '../engine/sql.ts'
import { printUtc } from '../rules/calendar.ts'
import { type ConsoleEndpoint, endpoint } from './endpoint.ts'

const shownMax = 100

/** Mails that did not leave this server. */
export const outboxEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/outbox',
    about: `Mails of a server that lets none leave, such as the sandbox, newest first, at most ${shownMax}; 404 where mail is sent, or none is made.`,
    who: 'administrators',
    // They hold links that let others in.
    byHand: true,
    async run({ actor, config, world }) {
      if (config.smtpUrl !== 'outbox:')
        throw new RequestError(404, 'there is no outbox: this server sends its mail, or has no mail server')
      const rows = await world.db.read.all<{ created: number; [other: string]: string | number }>(
        sql`select id, address as "to", subject, html, text, created from outbox
          where company_id = ${actor.companyId} order by created desc, id desc limit ${shownMax}`,
      )
      return { mails: rows.map(({ created, ...mail }) => ({ ...mail, created: printUtc(created) })) }
    },
  }),
]
