import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import { auditFile, auditFormats } from '../../audit/file.ts'
import { type AuditQuery, auditHead, auditKinds } from '../../audit/lines.ts'
import { toldLines } from '../../audit/search.ts'
import { noteInAudit } from '../../audit/write.ts'
import { loadSettings, zoneFor } from '../../company/settings/settings.ts'
import { translateTo } from '../../company/translate.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { languageOfAsker } from '../../identity/language.ts'
import { addDays, firstInstantOf, isDate } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant, nullable } from '../format.ts'

const filters = {
  user_id: Type.Optional(recordId),
  kind: Type.Optional(Type.Enum([...auditKinds], { description: 'The group of events.' })),
  type: Type.Optional(Type.String({ description: 'The type of the record, as in the API, with `record_id`.' })),
  record_id: Type.Optional(recordId),
  start_date: Type.Optional(Type.String({ description: 'YYYY-MM-DD, in the company’s time zone.' })),
  end_date: Type.Optional(Type.String({ description: 'YYYY-MM-DD, in the company’s time zone; included.' })),
}

const line = Type.Object({
  sequence: Type.Integer(),
  time: instant(),
  kind: Type.String(),
  event: Type.String(),
  sentence: Type.String({ description: 'In the caller’s language, with current names.' }),
  who: Type.String(),
  user_id: Type.Integer({ description: '0 for the server, for commands, and for users of another company.' }),
  source: Type.String({ description: 'request, command or server.' }),
  program: Type.String({ description: 'The application, the command, or the name of the server’s write.' }),
  address: Type.String(),
  account: Type.String({ description: 'The operating system account, for commands.' }),
  type: Type.String(),
  record_id: Type.Integer(),
  record: Type.String({ description: 'The current name of the record.' }),
  details: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Further details; `changes` has the old and the new value by field.',
  }),
  emptied: Type.Boolean({ description: 'True if personal data was removed, because the person was anonymized.' }),
  hash: Type.String(),
})

/** The audit: who changed what in the company. */
export const auditEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/audit',
    about: 'Lists who changed what, newest first: people, rights, pay, jobs, settings, sign-ins, tokens and exports.',
    who: 'administrators',
    firstPartyOnly: true,
    query: Type.Object({
      ...filters,
      search: Type.Optional(
        Type.String({ maxLength: 200, description: 'Words that are all in the sentence, the program or the address.' }),
      ),
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only lines with a smaller sequence.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 if omitted.' })),
    }),
    answer: Type.Object({
      lines: Type.Array(line),
      more: Type.Boolean(),
      next: nullable(
        Type.Integer({
          description:
            '`before` of the next page; null if there is none. A search may end before it has found as many lines as asked for.',
        }),
      ),
      head: Type.Object({ sequence: Type.Integer(), hash: Type.String() }),
    }),
    async run({ actor, company, world, query, request }) {
      const { companyId } = actor
      const { limit = 50, before, search: words = '', ...rest } = query
      const wanted = { ...(await queryOf(rest, company)), before }
      const t = translateTo(await languageOfAsker(company, actor, request))
      const { lines, next } = await toldLines(world.db.read, companyId, wanted, { words, limit, t })
      const head = await auditHead(world.db.read, companyId)
      return {
        lines,
        more: next !== null,
        next,
        head: { sequence: head.audit_sequence, hash: head.audit_head },
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/audit/export',
    about: 'Downloads the audit, oldest first, as CSV or as lines of JSON. The download is itself a line of the audit.',
    who: 'administrators',
    firstPartyOnly: true,
    query: Type.Object({ ...filters, format: Type.Optional(Type.Enum(['csv', 'jsonl'])) }),
    media: {
      [auditFormats.csv]: Type.String({ description: 'One line for each event.' }),
      [auditFormats.jsonl]: line,
    },
    async run({ actor, company, world, now, query, request, reply }) {
      const { companyId } = actor
      const { format = 'csv', ...rest } = query
      const wanted = await queryOf(rest, company)
      const entry = { kind: 'exports', event: 'audit exported', details: { format, ...rest } }
      await world.db.write(noteInAudit, { companyId, entry }, now)
      const t = translateTo(await languageOfAsker(company, actor, request))
      return reply
        .headers({
          'content-type': auditFormats[format],
          'content-disposition': `attachment; filename="audit.${format}"`,
          'x-content-type-options': 'nosniff',
        })
        .send(Readable.from(auditFile(world.db.read, companyId, wanted, { format, t })))
    },
  }),
]

const filterSchema = Type.Object(filters)

/** The filters of a request, with dates as instants. Throws RequestError 417 for a wrong date. */
async function queryOf(given: Static<typeof filterSchema>, company: CompanySnapshot): Promise<AuditQuery> {
  const { start_date, end_date, ...rest } = given
  const { user_id } = rest
  if (user_id !== undefined) await company.look('users', [user_id])
  if (user_id !== undefined && !company.get('users', user_id))
    throw new RequestError(404, 'no_such_user', { field: 'user_id', id: user_id })
  await loadSettings(company)
  const zone = zoneFor(company)
  for (const [name, date] of Object.entries({ start_date, end_date }))
    if (date !== undefined && !isDate(date)) throw new RequestError(417, 'audit_date_malformed', { field: name })
  return {
    ...rest,
    from: start_date === undefined ? undefined : firstInstantOf(start_date, 0, zone),
    to: end_date === undefined ? undefined : firstInstantOf(addDays(end_date, 1), 0, zone),
  }
}
