import { randomUUID } from 'node:crypto'
import { auditEvents, auditedWrites } from './audit/events.ts'
import { declareEvents, noteInAudit, runOperation } from './audit/write.ts'
import { saveBreakAnswers } from './company/breaks/break_answers.ts'
import { createCompany } from './company/companies.ts'
import { addHolidays, deleteCalendar, removeHoliday, saveCalendar } from './company/holidays/change_holidays.ts'
import { saveChoices } from './company/mail/notification_choices.ts'
import { addPayRate, applyPayRates, removePayRate, setPay } from './company/pay/pay.ts'
import { addPayAmounts, removePayAmount } from './company/pay/pay_amounts.ts'
import { adjustPtoBalance, deletePtoPolicy, putPtoPolicy } from './company/pay/pto_policies.ts'
import { setAddresses } from './company/rights/allowed_addresses.ts'
import { addInspector, endInspection } from './company/rights/inspections.ts'
import { addHold, releaseHold } from './company/rights/legal_holds.ts'
import { refreshActor } from './company/rights/rights.ts'
import { removeReport, saveReport } from './company/saved_reports.ts'
import { changeSettings } from './company/settings/change_settings.ts'
import { setRetention } from './company/settings/retention.ts'
import { markSetupSteps } from './company/settings/setup_steps.ts'
import { showFields } from './company/settings/shown_fields.ts'
import { addShiftTemplate, changeShiftTemplate, removeShiftTemplate } from './company/shift_templates.ts'
import { type Run, removeItems, writeItems } from './engine/batch.ts'
import { CompanySnapshot } from './engine/company_snapshot.ts'
import type { Actor, Binary } from './engine/context.ts'
import { RequestError } from './engine/errors.ts'
import { isRecord } from './engine/fields.ts'
import { runOnce, type WriteAnswer, type WriteOptions } from './engine/idempotency.ts'
import { resourceNamed } from './engine/resource.ts'
import { inList, type Operation, operation, sql, type Tx } from './engine/sql.ts'
import type { Item } from './engine/table.ts'
import type { UnitOfWork } from './engine/unit_of_work.ts'
import { touch } from './identity/activity.ts'
import { identityOperations } from './identity/operations.ts'
import { hashPassword } from './identity/people.ts'
import { noteScimRecord, type ScimNote } from './identity/scim_records.ts'
import { addScimLine, type ScimLine } from './identity/scim_requests.ts'
import { settleImport } from './import/finish.ts'
import { beginImport, endImport, storePage } from './import/store.ts'
import { accruePto } from './jobs/accruals.ts'
import { clockOut } from './jobs/auto_clock_out.ts'
import { repairCompany, repairServer } from './jobs/clock_repair/repair.ts'
import { deleteOldOfCompany, deleteOldOfKind, deleteOldRows } from './jobs/delete_old.ts'
import { grantHolidays } from './jobs/holiday_pay.ts'
import { sendReport } from './jobs/saved_reports.ts'
import { takeTurn } from './jobs/turns.ts'
import { sendAlerts } from './notifications/alerts.ts'
import { dispatch } from './notifications/dispatch.ts'
import { expireLeases, rescheduleAfterClockChange } from './notifications/expired_leases.ts'
import { saveGroupReminder } from './notifications/group_reminders.ts'
import { claimMail, settleMail } from './notifications/mails.ts'
import { storeInOutbox } from './notifications/outbox.ts'
import { keepDevice, noteOutcome, removeDevice } from './notifications/push_devices.ts'
import { claimPushes } from './notifications/pushes.ts'
import { sendReminders } from './notifications/reminders.ts'
import { sendSubmissionsDue } from './notifications/submission_reminders.ts'
import { oauthOperations } from './oauth/operations.ts'
import { revokeUsers } from './oauth/tokens.ts'
import { addPersonField } from './resources/customfields.ts'
import { setFence } from './resources/geofence_configs.ts'
import { assignmentChanges } from './resources/jobcodes/assigning.ts'
import { addBreak, changeBreak } from './resources/jobcodes/breaks.ts'
import { linkClient } from './resources/managed_clients.ts'
import { markRead } from './resources/notifications.ts'
import { decideCorrection, proposeCorrection, withdrawCorrection } from './resources/timesheets/corrections.ts'
import { saveLunchAnswer } from './resources/timesheets/lunch_answers.ts'
import { refuseIfEnded } from './resources/timesheets/running.ts'
import { sendBack } from './resources/users/send_back.ts'
import { firstOf } from './rules/elements.ts'
import type { ScimKind } from './rules/people/scim_attributes.ts'
import { storeBeat } from './sight/clock_watch.ts'
import { probe } from './sight/probe.ts'
import { type StoredChange, storedChanges } from './sight/stored_changes.ts'
import { queueTest, replayDeliveries, rewindWebhook } from './webhooks/deliveries.ts'
import { queueDeliveries } from './webhooks/queue.ts'
import { claimStreams, settleStream } from './webhooks/streams.ts'
import { insertWebhook, removeDeliveries, removeWebhook, replaceSecret, updateWebhook } from './webhooks/webhooks.ts'
import { runSteps, type Step } from './wire/actions.ts'
import { remove, write } from './wire/batch.ts'
import { batchMax, readItems } from './wire/request.ts'
import './resources/index.ts'
import { closePayRun } from './pay_runs/close.ts'
import { openPayRun } from './pay_runs/open.ts'
import { removePayRun, reopenPayRun } from './pay_runs/reopen.ts'
import { keepRunFile, markPayRunSent } from './pay_runs/send.ts'
import { anonymize } from './people_data/anonymize.ts'
import { beginSample, failSample, placeSample } from './sample/place.ts'
import { removeSample } from './sample/remove.ts'

/** The resource, the actor and the options of a write. */
type WriteInput = WriteOptions & { resource: string; actor: Actor }

type ItemsInput = WriteInput & { verb: 'create' | 'update'; body: string; binaries?: readonly Binary[] }

/**
 * Creates or updates up to 50 items; returns the response body. Small creates of one caller that wait at the same time
 * run as one batch, and each gets its own response.
 */
export const resourceWrite = operation<ItemsInput, WriteAnswer>(
  'resource.write',
  (tx, input) =>
    perform(tx, input, async (tx, stored) => {
      const { resource, verb, body, actor, binaries } = input
      const run = { ...runOf(tx, actor, binaries), stored }
      const [answer] = await write(resourceNamed(resource), verb, [readItems(body)], run)
      return answer!
    }),
  ({ actor }) => actor.companyId,
  {
    mark: ({ resource, verb, body, binaries, once, dry, actor }) => {
      if (verb !== 'create' || body.length > smallBody || !resourceNamed(resource).joinable) return undefined
      if (binaries || once || dry || actor.home) return undefined
      return `${resource} ${actor.companyId} ${actor.userId} ${actor.signedIn?.confirmedUntil ?? ''} ${actor.granted ?? ''} ${actor.scopes ?? ''} ${actor.application}`
    },
    run: (tx, inputs) => {
      const { resource: name, verb, actor } = inputs[0]!
      const resource = resourceNamed(name)
      const requests = inputs.map(({ body }) => readItems(body))
      const isJoinable = (item: unknown) => isRecord(item) && resource.joinable!(item)
      for (const { items, options } of requests)
        if (Object.keys(options).length > 0 || !items.every(isJoinable)) throw new Error('This request runs alone')
      return write(resource, verb, requests, runOf(tx, actor))
    },
  },
)

/** The longest body, in characters, that runs together with others; with more items, there is little to gain. */
const smallBody = 1000

/** Deletes up to 50 items; returns the response body. */
export const resourceRemove = operation(
  'resource.remove',
  (tx, input: WriteInput & { search: string }) =>
    perform(tx, input, (tx, stored) => {
      const run = { ...runOf(tx, input.actor), stored }
      return remove(resourceNamed(input.resource), new URLSearchParams(input.search), run)
    }),
  ({ actor }) => actor.companyId,
)

/** Several writes as one: all of them are made or none. Returns the response body. */
export const act = operation<ActionInput, WriteAnswer>(
  'act',
  (tx, input) =>
    tx.whole(input.actor.companyId, (tx) =>
      perform(tx, input, async (tx, stored) => {
        const { steps, actor } = input
        const needsAdministrator = steps.some((step) => step.verb === 'run' && step.administrators)
        await refuseUnlessPermitted(tx, actor, needsAdministrator)
        const named = (name: string, given: Item) => runOperation(operationNamed(name), tx, given as never)
        return runSteps(steps, { ...runOf(tx, actor), stored, operation: named })
      }),
    ),
  ({ actor }) => actor.companyId,
)

type ActionInput = WriteOptions & { actor: Actor; steps: readonly Step[] }

/** Runs a write as its options say. */
async function perform(
  tx: Tx,
  { actor, once, dry }: WriteOptions & { actor: Actor },
  run: (tx: Tx, stored?: (work: UnitOfWork) => void) => Promise<string>,
): Promise<WriteAnswer> {
  if (dry) return tx.undone((tx) => run(tx))
  const told: StoredChange[] = []
  const runs = (tx: Tx) => run(tx, (work) => told.push(...storedChanges(work)))
  const answer = once ? await runOnce(tx, actor, once, runs) : await runs(tx)
  return typeof answer === 'string' && told.length > 0 ? { text: answer, told } : answer
}

function runOf(tx: Tx, actor: Actor, binaries: readonly Binary[] = []): Run {
  const reloadActor = (company: CompanySnapshot, actor: Actor) => refreshActor(tx, company, actor)
  return { tx, actor, binaries, uuid: randomUUID, reloadActor, hashPassword, revokeUsers }
}

/** What an identity provider's request does to a person or a group. */
export type Provision = {
  actor: Actor
  kind: ScimKind
  /** The record's values; without an id, it is created. */
  item: Item
  note: ScimNote
  /** People who join or leave the group. */
  added?: readonly number[]
  removed?: readonly number[]
  line: Omit<ScimLine, 'recordId' | 'added' | 'removed'>
}

/**
 * Does what an identity provider asks, with the line in its log: all of it or nothing. Throws
 * Refusal for a record that cannot be changed so. A person is in one group at a time; people who were moved elsewhere in the
 * meantime stay there.
 */
export const provision = operation<Provision, { id: number; told: readonly StoredChange[] }>(
  'scim.provision',
  (tx, given) => tx.whole(given.actor.companyId, (tx) => provisioned(tx, given)),
  ({ actor }) => actor.companyId,
)

async function provisioned(
  tx: Tx,
  { actor, kind, item, note, added = [], removed = [], line }: Provision,
): Promise<{ id: number; told: readonly StoredChange[] }> {
  const { companyId } = actor
  const told: StoredChange[] = []
  const verb = item.id === undefined ? 'create' : 'update'
  const id = verb === 'update' && Object.keys(item).length === 1 ? Number(item.id) : await save(verb, kind, [item])
  await noteScimRecord(tx, { companyId, kind, id }, note)
  const left = await tx.all<{ id: number }>(sql`select u.id from users u
    where u.company_id = ${companyId} and u.group_id = ${id} and ${inList(sql`u.id`, removed)}`)
  const moved = [
    ...added.map((user) => ({ id: user, group_id: id })),
    ...left.map((user) => ({ ...user, group_id: 0 })),
  ]
  for (let at = 0; at < moved.length; at += batchMax) await save('update', 'users', moved.slice(at, at + batchMax))
  await addScimLine(tx, companyId, { ...line, recordId: id, added, removed: left.map(({ id }) => id) })
  return { id, told }

  async function save(verb: 'create' | 'update', kind: ScimKind, items: readonly Item[]): Promise<number> {
    const { ctx, results } = await writeItems(resourceNamed(kind), verb, { items, options: {} }, runOf(tx, actor))
    for (const { refusal } of results) if (refusal) throw refusal
    told.push(...storedChanges(ctx.work))
    return firstOf(results).row!.id
  }
}

/** Assigning a job also assigns all jobs below it, and unassigning does the same, so it takes some rounds until they match. */
const roundsMax = 4

/**
 * Assigns a person exactly these jobs, besides those that are available to everyone, with the rights of the caller. Throws
 * Refusal.
 */
const assignJobs = operation(
  'assignJobs',
  async (tx, { actor, userId, jobcodeIds }: { actor: Actor; userId: number; jobcodeIds: readonly number[] }) => {
    const { companyId } = actor
    const resource = resourceNamed('jobcode_assignments')
    const run = runOf(tx, actor)
    const jobs = await tx.all<{ id: number; parent_id: number }>(
      sql`select id, parent_id from jobcodes where company_id = ${companyId}`,
    )
    for (let round = 0; round < roundsMax; round++) {
      const held = await tx.all<{ id: number; jobcode_id: number }>(sql`select id, jobcode_id from jobcode_assignments
        where company_id = ${companyId} and user_id = ${userId} and active = 1`)
      const { gone, come } = assignmentChanges(held, jobcodeIds, jobs)
      if (gone.length + come.length === 0) return
      const items = come.map((jobcode_id) => ({ user_id: userId, jobcode_id }))
      const removed = await removeItems(resource, { texts: gone.map(String), options: {} }, run)
      const { results } = await writeItems(resource, 'create', { items, options: {} }, run)
      for (const { refusal } of [...removed.results, ...results]) if (refusal) throw refusal
    }
  },
  ({ actor }) => actor.companyId,
)

type AppWrite = WriteOptions & { actor: Actor; administrators: boolean; name: string; input: unknown }

/**
 * Runs a write of the app API by name. The transaction checks that the caller is still permitted. Returns what the write
 * does; with options, a `WriteAnswer` with its JSON text.
 */
export const appWrite = operation(
  'app.write',
  async (tx, given: AppWrite): Promise<unknown> => {
    const { actor, administrators, name, input, once, dry } = given
    await refuseUnlessPermitted(tx, actor, administrators)
    const run = (tx: Tx) => runOperation(operationNamed(name), tx, input as never)
    if (!once && !dry) return run(tx)
    return perform(tx, given, async (tx) => JSON.stringify((await run(tx)) ?? null))
  },
  ({ actor }) => actor.companyId,
)

/** Locks the company, and looks the caller up again. */
async function refuseUnlessPermitted(tx: Tx, actor: Actor, administrators: boolean): Promise<void> {
  const row = await tx.lockCompany(actor.companyId)
  const now = row && (await refreshActor(tx, new CompanySnapshot(row, tx), actor))
  if (!now) throw new RequestError(401, 'token_invalid', {}, { oauth: 'invalid_grant' })
  if (administrators && !now.isAdmin) throw new RequestError(403, 'administrators_only')
}

function operationNamed(name: string): Operation<never, unknown> {
  return operations.find((operation) => operation.name === name)!
}

declareEvents(auditedWrites, auditEvents)

/** All writes. The writer thread finds them here by name. */
export const operations: readonly Operation<never, unknown>[] = [
  resourceWrite,
  resourceRemove,
  provision,
  appWrite,
  act,
  assignJobs,
  createCompany,
  setFence,
  addPersonField,
  addBreak,
  changeBreak,
  saveBreakAnswers,
  saveLunchAnswer,
  setPay,
  addPayRate,
  removePayRate,
  addPayAmounts,
  removePayAmount,
  applyPayRates,
  putPtoPolicy,
  deletePtoPolicy,
  adjustPtoBalance,
  saveCalendar,
  deleteCalendar,
  addHolidays,
  removeHoliday,
  showFields,
  markSetupSteps,
  linkClient,
  changeSettings,
  sendBack,
  proposeCorrection,
  decideCorrection,
  withdrawCorrection,
  refuseIfEnded,
  saveChoices,
  saveGroupReminder,
  saveReport,
  removeReport,
  sendReport,
  openPayRun,
  closePayRun,
  reopenPayRun,
  removePayRun,
  keepRunFile,
  markPayRunSent,
  addShiftTemplate,
  changeShiftTemplate,
  removeShiftTemplate,
  beginImport,
  storePage,
  settleImport,
  endImport,
  beginSample,
  placeSample,
  failSample,
  removeSample,
  touch,
  clockOut,
  accruePto,
  grantHolidays,
  dispatch,
  keepDevice,
  removeDevice,
  noteOutcome,
  markRead,
  claimPushes,
  expireLeases,
  rescheduleAfterClockChange,
  sendReminders,
  sendAlerts,
  sendSubmissionsDue,
  claimMail,
  settleMail,
  storeInOutbox,
  setAddresses,
  deleteOldRows,
  deleteOldOfCompany,
  deleteOldOfKind,
  setRetention,
  addHold,
  addInspector,
  endInspection,
  releaseHold,
  probe,
  storeBeat,
  repairCompany,
  repairServer,
  takeTurn,
  queueDeliveries,
  claimStreams,
  settleStream,
  insertWebhook,
  updateWebhook,
  replaceSecret,
  removeWebhook,
  removeDeliveries,
  queueTest,
  replayDeliveries,
  rewindWebhook,
  noteInAudit,
  anonymize,
  ...identityOperations,
  ...oauthOperations,
]
