import { credit } from '../company/pay/pto.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, inList, operation, sql } from '../engine/sql.ts'
import { type Author, UnitOfWork } from '../engine/unit_of_work.ts'
import type { PayRun } from '../resources/pay_runs.ts'
import { payoutKind } from '../rules/pay/gross_lines.ts'
import { localDate, printUtc, type Range } from '../rules/time/calendar.ts'
import { existingRun } from './close.ts'
import { enteredRow } from './open.ts'

type Reopening = { companyId: number; author: Author; id: number; confirm: boolean }

/**
 * Opens a closed pay run again. What it paid stays in the record, as a former revision, and so do its files. Refuses it
 * without `confirm`, saying what was sent, and while a later run has paid the same people.
 */
export const reopenPayRun = operation(
  'payRuns.reopen',
  async (tx, { companyId, author, id, confirm }: Reopening): Promise<PayRun> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    const run = await existingRun(id, work)
    if (run.state === 'open') throw new RequestError(417, 'pay_run_open', { id })
    await refuseLater(run, work)
    const files = await tx.all<{ name: string; hash: string; created: number }>(
      sql`select name, hash, created from pay_run_files where company_id = ${companyId} and pay_run_id = ${id}
        and revision = ${run.revision} order by number`,
    )
    if (!confirm) throw new RequestError(417, 'pay_run_reopening', { what: whatWasSent(run, files) })
    await giveBack(run, work)
    const { revision } = run
    const reopened = work.change('pay_runs', id, {
      ...{ state: 'open', revision: revision + 1, people: 0, seconds: 0, gross_cents: 0, adjustments: 0, rules: '' },
      ...{ closed: 0, closed_by_user_id: 0, sent: 0, sent_by_user_id: 0 },
    })
    await keepEntered(run, work)
    const { people, seconds, gross_cents } = run
    const sent = run.sent === 0 ? null : printUtc(run.sent)
    const details = {
      revision,
      people,
      seconds,
      gross_cents,
      sent,
      files: files.map(({ name, hash }) => ({ name, hash })),
    }
    work.audit({ kind: 'pay', event: 'pay run reopened', type: 'pay_runs', id, details })
    await work.flush()
    return reopened
  },
  ({ companyId }) => companyId,
)

/** Such as `paid 3 people; payroll-….csv was made on 2026-06-10; marked as sent on 2026-06-10`. */
function whatWasSent(run: PayRun, files: readonly { name: string; created: number }[]): string {
  const on = (instant: number) => localDate(instant, 'UTC')
  const made = files.map(({ name, created }) => `${name} was made on ${on(created)}`)
  const sent = run.state === 'sent' ? `it was sent on ${on(run.sent)}` : 'it was not marked as sent'
  return [`it paid ${run.people} people on ${on(run.closed)}`, ...made, sent].join('; ')
}

async function refuseLater(run: PayRun, { tx, company }: UnitOfWork): Promise<void> {
  const later = await laterRun(run, company.row.company_id, tx)
  if (later) throw new RequestError(417, 'later_pay_run', { id: later.id })
}

/**
 * The last of the runs that were closed after a run and paid some of the same people; undefined if there is none. Adjustments
 * are reckoned run after run, so it has to be opened before that run can be.
 */
export async function laterRun(
  { id, state, revision, closed }: PayRun,
  companyId: number,
  handle: Pick<Handle, 'get'>,
): Promise<(Range & { id: number }) | undefined> {
  if (state === 'open') return undefined
  const people = sql`select user_id from pay_run_people where company_id = ${companyId} and pay_run_id = ${id}
    and revision = ${revision}`
  return handle.get<Range & { id: number }>(
    sql`select r.id, r.start_date, r.end_date from pay_runs r join pay_run_people p on p.company_id = ${companyId}
      and p.pay_run_id = r.id and p.revision = r.revision where r.company_id = ${companyId} and r.state <> 'open'
      and r.id <> ${id} and (r.closed > ${closed} or (r.closed = ${closed} and r.id > ${id}))
      and p.user_id in (${people}) order by r.closed desc, r.id desc limit 1`,
  )
}

/** Gives back the balances that were paid out. */
async function giveBack({ id, revision }: PayRun, work: UnitOfWork): Promise<void> {
  const { tx, company, author } = work
  const lines = await tx.all<Range & { user_id: number; line: string }>(
    sql`select user_id, end_date, line from pay_run_lines where company_id = ${company.row.company_id}
      and pay_run_id = ${id} and revision = ${revision} and line like ${`%"${payoutKind}"%`}`,
  )
  if (lines.length === 0) return
  const ids = lines.map(({ user_id }) => user_id)
  await work.load('users', inList(sql`id`, ids))
  for (const { user_id, end_date, line } of lines) {
    const { jobcode_id, seconds }: { jobcode_id: number; seconds: number } = JSON.parse(line)
    const key = `given back ${id} ${revision}`
    const back = { key, date: end_date, seconds, worked: 0, reason: `Pay run ${id} was reopened` }
    credit(work, user_id, jobcode_id, back, author.application || 'pay run')
  }
}

/** Adjustments that someone entered stay part of the run. */
async function keepEntered({ id, revision }: PayRun, work: UnitOfWork): Promise<void> {
  type Row = Range & { user_id: number; number: number; reason: string; seconds: number; amount_cents: number }
  const rows = await work.tx.all<Row>(
    sql`select user_id, number, start_date, end_date, reason, seconds, amount_cents from pay_run_lines
      where company_id = ${work.company.row.company_id} and pay_run_id = ${id} and revision = ${revision}
      and cause = 'entered' order by user_id, number`,
  )
  for (const row of rows) work.append('pay_run_lines', enteredRow(id, revision + 1, row))
}

/** Deletes a run that is open and never was closed. Returns it. RequestError 404, 417. */
export const removePayRun = operation(
  'payRuns.remove',
  async (tx, { companyId, author, id }: Omit<Reopening, 'confirm'>): Promise<PayRun> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    const run = await existingRun(id, work)
    if (run.state !== 'open' || run.revision > 0) throw new RequestError(417, 'pay_run_was_closed', { id })
    work.remove('pay_runs', id)
    await work.flush()
    await tx.run(sql`delete from pay_run_lines where company_id = ${companyId} and pay_run_id = ${id}`)
    return run
  },
  ({ companyId }) => companyId,
)
