import { setTimeout as after } from 'node:timers/promises'
import { Type } from 'typebox'
import { noteInAudit } from '../../audit/write.ts'
import { onlyCompany } from '../../company/companies.ts'
import { translateTo } from '../../company/translate.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { countAttempt, ownCounter, tooManyAttempts } from '../../identity/throttle.ts'
import { renderEmail } from '../../notifications/mail_template.ts'
import { messageOf } from '../../rules/thrown.ts'
import { minute, printUtc } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { type AppEndpoint, endpoint, refuseManaging } from '../endpoint.ts'
import { instant } from '../format.ts'
import { languageAsked } from '../language.ts'
import { historyOf, serverHistory } from './server_history.ts'
import { backupNamed, backupOf, changesSince, countedMax } from './server_restore.ts'
import { backupsSetting, ownAddressOf, serverState, stateOfServer } from './server_state.ts'

/** A request waits this long for a backup, or for the mail server, in milliseconds. What takes longer goes on. */
const patienceMs = 20_000

/** After a backup, the next one may be made this much later. */
const backupsApart = minute

/** What those who run a server with a single company see of it, and do for it, in the app. */
export const serverEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/server',
    about:
      'Shows the state of the server: what is wrong and what to do about it, backups, storage, and mail. Texts are in the language of the request. If the server has several companies, it is refused: then `clockhouse doctor` shows it to those who run the server.',
    who: 'administrators',
    firstPartyOnly: true,
    answer: serverState,
    async run({ actor, company, config, now, world, request }) {
      await refuseOthers(actor, world)
      return stateOfServer({ company, userId: actor.userId, config, now, world }, translateTo(languageAsked(request)))
    },
  }),
  endpoint({
    method: 'GET',
    path: '/server/history',
    about:
      'Shows the last day of the server: requests and errors, how long answers and commits took, memory, sizes, and what waited to be sent. It is kept in memory, so it begins with the start of the server.',
    who: 'administrators',
    firstPartyOnly: true,
    answer: serverHistory,
    async run({ actor, now, world }) {
      await refuseOthers(actor, world)
      return historyOf(world, now)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server/backups',
    about:
      'Makes a backup now, and checks it by reading it back. If one is being made already, this waits for it. A long one goes on after the response.',
    who: 'administrators',
    firstPartyOnly: true,
    answer: Type.Object({
      state: Type.Enum(['made', 'running', 'failed']),
      name: Type.String({ description: 'The name of its file; empty if it was not made yet.' }),
      problem: Type.String({
        description: 'Why it failed, or what is damaged in the database that it was made of; empty for nothing.',
      }),
    }),
    async run({ actor, now, world }) {
      await refuseOthers(actor, world)
      const { backups } = world.sight
      if (!backups) throw new RequestError(417, 'backups_not_set_up', { setting: backupsSetting })
      if (world.sight.restorer?.isRunning) throw new RequestError(503, 'being_restored')
      if (!backups.isRunning) {
        const [newest] = await backups.list().catch(() => [])
        if (newest?.isWhole && Math.abs(now - newest.instant) < backupsApart)
          throw new RequestError(429, 'backup_just_made')
      }
      const done = backups.makeNow().then(
        async ({ name, problem }) => {
          await note(actor, world, 'backup made', { what: name })
          return { state: 'made' as const, name, problem }
        },
        (error: unknown) => ({ state: 'failed' as const, name: '', problem: messageOf(error) }),
      )
      return inTime(done, { state: 'running' as const, name: '', problem: '' })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/server/restore',
    about: 'Shows what would be lost if a backup were restored.',
    who: 'administrators',
    firstPartyOnly: true,
    query: backupNamed,
    answer: Type.Object({
      made: instant(),
      changes: Type.Integer({
        description: `How many changes of records there were since, as far as they are kept; ${countedMax + 1} for more.`,
      }),
    }),
    async run({ actor, world, query }) {
      await refuseOthers(actor, world)
      const { instant: made } = await backupOf(world, query.name)
      return { made: printUtc(made), changes: await changesSince(world, actor.companyId, made) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server/restore',
    about:
      'Begins to restore a backup, and returns at once; GET /server shows what becomes of it. The backup is checked, and what is there now is backed up. Then the server answers every request with 503 for a moment, and goes on with the backup. Whatever fails, it goes on with what it had, which is kept as a file in any case. People and passwords are as they were when the backup was made; tokens and sessions that were revoked since stay revoked.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    body: backupNamed,
    answer: Type.Object({ state: Type.Literal('running') }),
    async run({ actor, world, body: { name } }) {
      await refuseOthers(actor, world)
      const { restorer } = world.sight
      if (!restorer) throw new RequestError(417, 'restored_by_command')
      if (!(await backupOf(world, name)).isWhole) throw new RequestError(417, 'backup_not_whole')
      restorer.begin({ name, companyId: actor.companyId, userId: actor.userId })
      return { state: 'running' as const }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server/test_mail',
    about:
      'Sends an email to your own address, which need not be verified yet, and returns what the mail server says. After five, there is a wait.',
    who: 'administrators',
    firstPartyOnly: true,
    answer: Type.Object({
      state: Type.Enum(['sent', 'kept', 'waiting', 'failed'], {
        description:
          'kept: in the outbox of a server that sends no mail; waiting: the mail server has not answered yet.',
      }),
      to: Type.String(),
      problem: Type.String({ description: 'What the mail server says; empty unless it failed.' }),
    }),
    async run({ actor, company, config, now, world, request }) {
      await refuseOthers(actor, world)
      const { mailer } = world
      if (!mailer) throw new RequestError(417, 'mail_not_set_up', { setting: 'CLOCKHOUSE_SMTP_URL' })
      const to = ownAddressOf(company, actor.userId)
      if (to === null) throw new RequestError(417, 'own_address_missing')
      const { companyId, userId } = actor
      const waitSeconds = await countAttempt(world, ownCounter('test mail', { companyId, userId }))
      if (waitSeconds > 0) throw tooManyAttempts(waitSeconds)
      await note(actor, world, 'test email sent', {})
      const t = translateTo(languageAsked(request))
      const mail = {
        ...{ company: company.row.name, address: to, link: '' as const, kind: '' as const, path: '' },
        subject: t('Test email'),
        text: t('If you can read this, the server can send email.'),
      }
      const id = `${companyId}.test.${now}`
      const addresses = { id, companyId, url: config.url, link: undefined, unsubscribe: '' }
      const sent = mailer.send(renderEmail(mail, addresses, t)).then(
        ({ state, error }) =>
          state === 'sent'
            ? { state: config.smtpUrl === 'outbox:' ? ('kept' as const) : ('sent' as const), to, problem: '' }
            : { state: 'failed' as const, to, problem: error },
        (error: unknown) => ({ state: 'failed' as const, to, problem: messageOf(error) }),
      )
      return inTime(sent, { state: 'waiting' as const, to, problem: '' })
    },
  }),
]

/** What is done in time, or what to say instead. */
function inTime<Done, Late>(done: Promise<Done>, late: Late): Promise<Done | Late> {
  return Promise.race([done, after(patienceMs, late, { ref: false })])
}

/** The server of several companies is for those who run it, and that of other clients for none of their accountants. */
async function refuseOthers(actor: Actor, { db }: World): Promise<void> {
  refuseManaging(actor)
  if ((await onlyCompany(db.read)) === undefined) throw new RequestError(403, 'server_shown_to_operator')
}

async function note(
  { companyId, userId }: Actor,
  { db, now }: World,
  event: string,
  details: Record<string, string>,
): Promise<void> {
  await db.write(noteInAudit, { companyId, entry: { kind: 'settings', event, userId, details } }, now())
}
