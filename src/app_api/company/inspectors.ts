import { Type } from 'typebox'
import { addInspector, endInspection, inspectionsOf } from '../../company/rights/inspections.ts'
import { sendInvitation } from '../../identity/links/invitations.ts'
import { invitationDays } from '../../rules/people/invitation_days.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { date, instant, moment, nullable } from '../format.ts'
import { linkAnswer } from './people.ts'

const inspector = Type.Object({
  id: Type.Integer({ description: 'The user.' }),
  name: Type.String(),
  username: Type.String(),
  email: Type.String(),
  authority: Type.String({ description: 'Whom they work for.' }),
  ends: instant('When it ends by itself.'),
  records_from: nullable(date('The first date of the time that is shown; null for no limit.')),
  records_to: nullable(date('The last one.')),
  group_ids: Type.Array(Type.Integer(), { description: 'The groups whose time is shown; none for all.' }),
  created: instant(),
  ended: nullable(instant('When it ended; null while it has not.')),
})

const text = (description: string, maxLength: number) => Type.String({ description, maxLength })

/** People from outside who inspect the company's records, such as labor inspectors. */
export const inspectorEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/inspectors',
    about: 'Lists the people from outside who may inspect the company’s records, or once could, newest first.',
    who: 'administrators',
    firstPartyOnly: true,
    answer: Type.Object({ inspectors: Type.Array(inspector) }),
    async run({ actor, world }) {
      const rows = await inspectionsOf(world.db.read, actor.companyId)
      return {
        inspectors: rows.map(({ user_id, first_name, last_name, username, email, authority, ...row }) => ({
          ...{ id: user_id, name: `${first_name} ${last_name}`.trim(), username, email, authority },
          ends: printUtc(Number(row.ends)),
          records_from: row.records_from || null,
          records_to: row.records_to || null,
          group_ids: row.group_ids.split(',').filter(Boolean).map(Number),
          created: printUtc(Number(row.created)),
          ended: moment(Number(row.ended)),
        })),
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/inspectors',
    about:
      'Lets a person from outside read time, its history, reports and exports through a date, and invites them to choose a password. The link is emailed; if there is no address or the server sends no email, the response contains it.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    body: Type.Object({
      first_name: text('First name.', 64),
      last_name: text('Last name.', 64),
      email: Type.Optional(text('Where the link is sent.', 254)),
      authority: text('Whom they work for.', 200),
      end_date: Type.String({ description: 'The last date, in the company’s time zone; at most 366 days from now.' }),
      records_from: Type.Optional(Type.String({ description: 'The first date of the time that is shown.' })),
      records_to: Type.Optional(Type.String({ description: 'The last one.' })),
      group_ids: Type.Optional(
        Type.Array(recordId, { maxItems: 200, description: 'Omit it or send none for all groups.' }),
      ),
    }),
    answer: Type.Object({
      id: Type.Integer(),
      username: Type.String({ description: 'What they sign in with.' }),
      mailed_to: nullable(Type.String()),
      link: nullable(Type.String({ description: `Shown only this once; valid for ${invitationDays} days.` })),
    }),
    async run(call) {
      const { actor, world, now, body } = call
      const { companyId, userId, application } = actor
      const { email = '', records_from = '', records_to = '', group_ids = [], ...rest } = body
      const given = { ...rest, email: email.trim(), records_from, records_to, group_ids }
      const author = { userId, application }
      const { id, username } = await world.db.write(addInspector, { companyId, author, inspector: given }, now)
      const told = linkAnswer(call, await sendInvitation(world, { companyId, userId: id }))
      const [mailed_to, link] = 'mailed_to' in told ? [told.mailed_to, null] : [null, told.link]
      return { id, username, mailed_to, link }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/inspectors/:id/end',
    about: 'Ends an inspection now: the person is archived and signed out.',
    who: 'administrators',
    firstPartyOnly: true,
    params: Type.Object({ id: recordId }),
    answer: Type.Object({ ended: Type.Integer() }),
    async run({ actor, world, now, params: { id } }) {
      const { companyId, userId, application } = actor
      await world.db.write(endInspection, { companyId, userId: id, author: { userId, application } }, now)
      return { ended: id }
    },
  }),
]
