import { loadCompanyChoices, tells } from '../../company/mail/notification_choices.ts'
import { approversOf, loadApprovers } from '../../company/rights/approvers.ts'
import { refreshActor } from '../../company/rights/rights.ts'
import { loadSettings, translateFor } from '../../company/settings/settings.ts'
import { type Result, type Run, removeItems, writeItems } from '../../engine/batch.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { resourceNamed } from '../../engine/resource.ts'
import { operation, sql, type Tx } from '../../engine/sql.ts'
import type { AnyRecord } from '../../engine/table.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'
import { dayText } from '../../rules/notifications/format_times.ts'
import { mayApprove } from '../../rules/people/access.ts'
import {
  type CorrectionAction,
  type CorrectionStatus,
  changesNothing,
  type Proposal,
  proposalError,
  unfitting,
  writesOf,
} from '../../rules/time/corrections.ts'
import { messageMax, notify, uuidsFrom } from '../notifications.ts'
import type { User } from '../users/record.ts'
import type { Timesheet } from './record.ts'

/** A correction as stored. */
export type Correction = {
  id: number
  user_id: number
  timesheet_id: number
  action: CorrectionAction
  date: string
  /** JSON of the new values. */
  changes: string
  reason: string
  status: CorrectionStatus
  created: number
  decided: number
  decided_by_user_id: number
  message: string
}

/** The most pending corrections per person. */
const pendingMax = 50

/**
 * Proposes a correction of one's own time, and notifies the approvers. It is tried out first, so only corrections that
 * could be accepted are proposed. Returns its id. Throws RequestError 404, 417.
 */
export const proposeCorrection = operation(
  'proposeCorrection',
  async (tx, { actor, proposal, uuid }: { actor: Actor; proposal: Proposal; uuid: string }): Promise<number> => {
    const error = proposalError(proposal)
    if (error) throw new RequestError(417, error)
    const work = await begin(tx, actor)
    await work.load('users', sql`id = ${actor.userId}`)
    const owner = work.existing('users', actor.userId)
    const sheet = await ownSheet(proposal, owner, work)
    await refuseCrowd(proposal, owner, work)
    const [origin, uuids] = [originOf(owner), uuidsFrom(uuid)]
    const changed = await tx.undone((tx) => carryOut(proposal, owner, { tx, actor, origin, uuid: uuids }))
    const date = sheet?.date ?? changed
    refuseApproved(changed || date, owner, proposal)
    const id = work.nextId()
    work.append('corrections', {
      ...{ id, user_id: owner.id, timesheet_id: proposal.timesheetId, action: proposal.action },
      ...{ date, changes: JSON.stringify(proposal.changes), reason: proposal.reason },
      ...{ status: 'pending', created: tx.now, decided: 0, decided_by_user_id: 0, message: '' },
    })
    await notifyApprovers(owner, { date, reason: proposal.reason }, { work, now: tx.now, uuid: uuids })
    await work.flush()
    return id
  },
)

type Decision = { actor: Actor; id: number; accepted: boolean; message: string; uuid: string }

/** Accepts or declines a correction, and notifies the person. RequestError 403, 404, 417. */
export const decideCorrection = operation('decideCorrection', async (tx, given: Decision): Promise<void> => {
  const { actor, id, accepted, message } = given
  const uuids = uuidsFrom(given.uuid)
  const found = await begin(tx, actor)
  const { asker, correction, owner } = await deciding(id, actor, found)
  const proposal = proposalOf(correction)
  let timesheetId = correction.timesheet_id
  if (accepted) {
    const [sheet] = await found.load('timesheets', sql`id = ${correction.timesheet_id}`)
    refuseApproved(sheet?.date ?? correction.date, owner, proposal)
    const carrying = { actor: asker, origin: originOf(owner), uuid: uuids }
    // Tried first, because a refused operation must not have written anything.
    const date = await tx.undone((tx) => carryOut(proposal, owner, { ...carrying, tx }))
    refuseApproved(date || correction.date, owner, proposal)
    const onCreated = (created: number) => {
      timesheetId ||= created
    }
    await carryOut(proposal, owner, { ...carrying, tx, onCreated })
  }
  // The correction itself is written; this is the rest of the transaction.
  const work = await begin(tx, actor)
  await loadCompanyChoices(work.company)
  await loadSettings(work.company)
  const status: CorrectionStatus = accepted ? 'accepted' : 'declined'
  await settle({ ...correction, timesheet_id: timesheetId, status, message }, actor, work)
  if (owner.active && owner.id !== actor.userId && tells(work.company, 'answered')) {
    const t = translateFor(work.company, owner)
    const day = dayText(correction.date, t)
    const decided = accepted
      ? t('Your correction for {day} was accepted.', { day })
      : t('Your correction for {day} was declined.', { day })
    const said = `${decided}${message && ` ${message}`}`
    const note = { user_id: owner.id, kind: 'answered', message: said, path: `/timesheet/${correction.date}` } as const
    notify(note, { work, now: tx.now, uuid: uuids })
  }
  await work.flush()
})

/** Withdraws one's own correction. RequestError 404, 417. */
export const withdrawCorrection = operation('withdrawCorrection', async (tx, given: { actor: Actor; id: number }) => {
  const { actor, id } = given
  const work = await begin(tx, actor)
  const correction = await correctionOf(id, actor.companyId, tx)
  if (correction?.user_id !== actor.userId) throw absent(id)
  refuseDecided(correction)
  await settle({ ...correction, status: 'withdrawn' }, actor, work)
  await work.flush()
})

/** A pending correction, its owner, and the actor if they may decide about it. Throws RequestError 403, 404, 417. */
async function deciding(id: number, actor: Actor, work: UnitOfWork) {
  const asker = await refreshActor(work.tx, work.company, actor)
  const correction = await correctionOf(id, actor.companyId, work.tx)
  if (!asker || !correction) throw absent(id)
  const [owner] = await work.load('users', sql`id = ${correction.user_id}`)
  if (!owner || !(mayApprove(asker, owner) || owner.id === asker.userId)) throw absent(id)
  if (!mayApprove(asker, owner)) throw new RequestError(403, 'not_approver', { field: 'id' })
  refuseDecided(correction)
  return { asker, correction, owner }
}

function begin(tx: Tx, { companyId, userId, application }: Actor): Promise<UnitOfWork> {
  return UnitOfWork.begin(tx, companyId, { userId, application })
}

async function correctionOf(id: number, companyId: number, tx: Tx): Promise<Correction | undefined> {
  return tx.get<Correction>(sql`select * from corrections where company_id = ${companyId} and id = ${id}`)
}

function absent(id: number): RequestError {
  return new RequestError(404, 'no_such_correction', { id })
}

function refuseDecided({ status }: Correction): void {
  if (status !== 'pending') throw new RequestError(417, 'correction_decided', { status })
}

function proposalOf({ timesheet_id, action, changes, reason }: Correction): Proposal {
  return { timesheetId: timesheet_id, action, changes: JSON.parse(changes), reason }
}

/** The person's own entry to correct; undefined for a forgotten one. Throws RequestError 404, 417. */
async function ownSheet(proposal: Proposal, owner: User, work: UnitOfWork): Promise<Timesheet | undefined> {
  const { timesheetId, changes } = proposal
  if (timesheetId === 0) return undefined
  const own = sql`id = ${timesheetId} and user_id = ${owner.id}`
  const [sheet] = await work.load('timesheets', own)
  if (!sheet) throw new RequestError(404, 'no_such_timesheet_of_yours', { id: timesheetId })
  const error = unfitting(sheet.type, changes)
  if (error) throw new RequestError(417, error)
  refuseApproved(sheet.date, owner, proposal)
  if (proposal.action === 'change' && changesNothing(sheet, changes))
    throw new RequestError(417, 'nothing_would_change')
  return sheet
}

/** Refuses a second correction of the same entry, and too many at a time. */
async function refuseCrowd({ timesheetId }: Proposal, { id }: User, { tx, company }: UnitOfWork): Promise<void> {
  const waiting = await tx.all<{ timesheet_id: number }>(sql`select timesheet_id from corrections
    where company_id = ${company.row.company_id} and user_id = ${id} and status = 'pending'`)
  if (timesheetId !== 0 && waiting.some(({ timesheet_id }) => timesheet_id === timesheetId))
    throw new RequestError(417, 'correction_waiting')
  if (waiting.length >= pendingMax) throw new RequestError(417, 'too_many_corrections', { count: pendingMax })
}

function refuseApproved(date: string, owner: User, { timesheetId }: Proposal): void {
  if (date > owner.approved_to) return
  const name = timesheetId === 0 ? 'date' : 'timesheet_id'
  throw new RequestError(417, 'time_approved', { field: name, date: owner.approved_to })
}

function originOf({ first_name, last_name }: User): string {
  return `correction proposed by ${first_name} ${last_name}`.trim()
}

type Carrying = { tx: Tx; actor: Actor; origin: string; uuid: () => string; onCreated?: (id: number) => void }

/**
 * Writes the timesheets of a correction with an approver's rights. Returns the date that it changes, '' for a deletion.
 * RequestError 417 for a refusal.
 */
async function carryOut(proposal: Proposal, owner: User, carrying: Carrying): Promise<string> {
  const run = runOf(carrying)
  const timesheets = resourceNamed('timesheets')
  const options = { reason: proposal.reason }
  if (proposal.action === 'delete') {
    const { results } = await removeItems(timesheets, { texts: [String(proposal.timesheetId)], options }, run)
    refuse(results)
    return ''
  }
  let date = ''
  for (const { verb, item } of writesOf(proposal, owner.id, carrying.origin)) {
    const { results } = await writeItems(timesheets, verb, { items: [item], options }, run)
    const row = refuse(results)
    if (verb === 'create' && date === '') carrying.onCreated?.(row.id)
    date ||= String(row.date)
  }
  return date
}

/** The record of a write; a refusal becomes a RequestError, which rolls back the whole transaction. */
function refuse([result]: readonly Result[]): AnyRecord {
  if (result?.refusal) throw new RequestError(417, result.refusal.reason)
  if (!result?.row) throw new Error('A correction wrote nothing')
  return result.row
}

/** Runs as the actor, who for this write has the rights of approvers and managers of time. */
function runOf({ tx, actor, uuid }: Carrying): Run {
  const permissions = new Set([...actor.permissions, 'manage_timesheets', 'approve_timesheets'])
  const unused = () => Promise.reject(new Error('Corrections change no users'))
  const able = { ...actor, permissions }
  return {
    tx,
    actor: able,
    binaries: [],
    uuid,
    reloadActor: async () => able,
    hashPassword: unused,
    revokeUsers: unused,
  }
}

/** Records the outcome of a correction. */
async function settle(correction: Correction, { userId }: Actor, { tx, company }: UnitOfWork): Promise<void> {
  const { id, status, timesheet_id, message } = correction
  const companyId = company.row.company_id
  await tx.run(sql`update corrections set status = ${status}, timesheet_id = ${timesheet_id}, message = ${message},
    decided = ${tx.now}, decided_by_user_id = ${userId} where company_id = ${companyId} and id = ${id}`)
  await tx.run(sql`update companies set version = version + 1 where company_id = ${companyId}`)
}

/** Notifies the people who decide about a correction. */
async function notifyApprovers(
  owner: User,
  { date, reason }: { date: string; reason: string },
  ctx: { work: UnitOfWork; now: number; uuid: () => string },
): Promise<void> {
  const { company } = ctx.work
  await loadCompanyChoices(company)
  await loadSettings(company)
  await loadApprovers([owner.group_id], company)
  if (!tells(company, 'submitted')) return
  const who = `${owner.first_name} ${owner.last_name}`.trim()
  for (const id of approversOf(owner, company)) {
    const t = translateFor(company, company.get('users', id))
    const message = t('{name} proposed a correction for {day}: {reason}', { name: who, day: dayText(date, t), reason })
    const note = { user_id: id, kind: 'submitted', message: message.slice(0, messageMax) } as const
    notify({ ...note, path: `/approvals?day=${date}` }, ctx)
  }
}
