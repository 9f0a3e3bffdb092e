import { randomUUID } from 'node:crypto'
import { touch } from './actor.ts'
import { accruePto } from './delivery/accruals.ts'
import { sendAlerts } from './delivery/alerts.ts'
import { clockOut } from './delivery/clock_out.ts'
import { keepDevice, noteOutcome, removeDevice } from './delivery/devices.ts'
import { dispatch } from './delivery/dispatch.ts'
import { claimMail, settleMail } from './delivery/mails.ts'
import { keepLetter } from './delivery/outbox.ts'
import { pushStep } from './delivery/pushes.ts'
import { hurry, settleLost } from './delivery/recover.ts'
import { sendReminders } from './delivery/reminders.ts'
import { sendSubmissionsDue } from './delivery/submissions.ts'
import { sweepNotifications, sweepTold } from './delivery/sweep.ts'
import { type Run, remove, write } from './engine/batch.ts'
import { Company, type CompanyRow } from './engine/company.ts'
import type { Actor, Binary } from './engine/context.ts'
import { RequestError } from './engine/errors.ts'
import { resourceNamed } from './engine/resource.ts'
import { type Operation, operation, type Tx } from './engine/sql.ts'
import { carryOut, type Manner } from './manner.ts'
import { oauthOperations } from './oauth/operations.ts'
import { hashPassword } from './oauth/people.ts'
import { revokeUsers } from './oauth/tokens.ts'
import { createCompany } from './resources/companies.ts'
import { addPersonField } from './resources/customfields.ts'
import { setFence } from './resources/geofence_configs.ts'
import { saveGroupReminder } from './resources/group_reminders.ts'
import { linkClient } from './resources/managed_clients.ts'
import { saveChoices } from './resources/notification_choices.ts'
import { markRead } from './resources/notifications.ts'
import { setPay } from './resources/pay.ts'
import { actorAgain } from './resources/rights.ts'
import { sendBack } from './resources/sent_back.ts'
import { changeSettings } from './resources/settings.ts'
import { showFields } from './resources/shown_fields.ts'
import './resources/index.ts'
import { beginSample, failSample, placeSample } from './sample/place.ts'

/** Of what somebody asks to write, and how. */
type Asked = Manner & { resource: string; actor: Actor }

/** A create or update of up to 50 items; gives the answer's text. */
export const resourceWrite = operation(
  'resource.write',
  (tx, input: Asked & { verb: 'create' | 'update'; body: string; binaries?: readonly Binary[] }) =>
    carryOut(tx, input, (tx) =>
      write(resourceNamed(input.resource), input.verb, input.body, runOf(tx, input.actor, input.binaries)),
    ),
)

/** A delete of up to 50 items; gives the answer's text. */
export const resourceRemove = operation('resource.remove', (tx, input: Asked & { search: string }) =>
  carryOut(tx, input, (tx) =>
    remove(resourceNamed(input.resource), new URLSearchParams(input.search), runOf(tx, input.actor)),
  ),
)

function runOf(tx: Tx, actor: Actor, binaries: readonly Binary[] = []): Run {
  const again = (company: Company, actor: Actor) => actorAgain(tx, company, actor)
  return { tx, actor, binaries, uuid: randomUUID, again, hashPassword, revokeUsers }
}

/** A write of the console, by name: done while whoever asks still may, which the transaction itself looks up. */
export const consoleWrite = operation(
  'console.write',
  async (tx, given: { actor: Actor; administrators: boolean; name: string; input: unknown }): Promise<unknown> => {
    const { actor, administrators, name, input } = given
    const row = (await tx.lockCompany(actor.companyId)) as CompanyRow | undefined
    const now = row && (await actorAgain(tx, new Company(row, tx), actor))
    if (!now) throw new RequestError(401, 'The access token provided is invalid', { oauth: 'invalid_grant' })
    if (administrators && !now.isAdmin) throw new RequestError(403, 'only administrators may do this')
    return operations.find((operation) => operation.name === name)!.run(tx, input as never)
  },
)

/** Every write that the program knows. The writing thread finds them here by name. */
export const operations: readonly Operation<never, unknown>[] = [
  resourceWrite,
  resourceRemove,
  consoleWrite,
  createCompany,
  setFence,
  addPersonField,
  setPay,
  showFields,
  linkClient,
  changeSettings,
  sendBack,
  saveChoices,
  saveGroupReminder,
  beginSample,
  placeSample,
  failSample,
  touch,
  clockOut,
  accruePto,
  dispatch,
  keepDevice,
  removeDevice,
  noteOutcome,
  markRead,
  pushStep,
  settleLost,
  hurry,
  sweepNotifications,
  sweepTold,
  sendReminders,
  sendAlerts,
  sendSubmissionsDue,
  claimMail,
  settleMail,
  keepLetter,
  ...oauthOperations,
]
