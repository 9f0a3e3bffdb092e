import { createHash } from 'node:crypto'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { Db, Row } from '../engine/sql.ts'
import { sql } from '../engine/sql.ts'
import { exportSettingsOf } from '../exports/export_settings.ts'
import type { DecimalMark, Format, Question } from '../exports/question.ts'
import { mediaTypes, type Target, targets } from '../exports/targets.ts'
import { type PayRun, payRuns } from '../resources/pay_runs.ts'
import { firstOf } from '../rules/elements.ts'
import { fileFor, fileMax, keepRunFile, type RunFile } from './send.ts'

/** The targets that files of a run can be made for: those of pay, not of recorded time. */
export const runTargets: readonly Target[] = targets.filter(
  ({ name }) => !['hours', 'projects', 'timesheets'].includes(name),
)

/** A file to make from a run. Without a format, it is the target's first. */
type WantedFile = {
  id: number
  target: string
  format: string | undefined
  money: boolean
  long_notes: 'refuse' | 'cut'
  decimal_mark: DecimalMark
  language: string
}

type Parts = { db: Db; now: () => number }

/** Makes the bytes of an export. */
type Make = (question: Question) => Promise<Uint8Array>

/**
 * Makes a file of what a closed run paid, and keeps it with the run. The same file asked for again is the one that was
 * made before. RequestError 404 for a run or target that does not exist, 417 for a run that is open.
 */
export async function runFile({ db, now }: Parts, actor: Actor, wanted: WantedFile, make: Make): Promise<RunFile> {
  const { companyId } = actor
  const run = await closedRunOf(db, companyId, wanted.id)
  const target = targetNamed(wanted.target)
  const format = formatOf(target, wanted.format)
  const { money, long_notes, decimal_mark, language } = wanted
  if (decimal_mark !== 'point' && !target.options.includes('decimal_mark'))
    throw new RequestError(417, 'no_such_option', { field: 'decimal_mark', target: target.name })
  // The question of a file that was made before there was a choice is the one with points.
  const mark = decimal_mark === 'point' ? {} : { decimal_mark }
  const question = JSON.stringify({ target: target.name, format, money, long_notes, language, ...mark })
  const known = await fileFor(run, question, companyId, db.read)
  if (known) return known
  const chosen = { money, long_notes, decimal_mark, language }
  const asked = exportOf(run, { actor, now: now(), target: target.name, format, ...chosen })
  const bytes = await make(asked)
  if (bytes.byteLength > fileMax) throw new RequestError(417, 'pay_run_file_too_long', { max: fileMax })
  const company = await CompanySnapshot.of(companyId, db.read)
  const name = `${target.file(asked, await exportSettingsOf(company))}.${format}`
  const hash = createHash('sha256').update(bytes).digest('hex')
  const author = { userId: actor.userId, application: actor.application }
  const made = { question, name, type: mediaTypes[format], hash, revision: run.revision }
  return db.write(keepRunFile, { companyId, author, id: run.id, bytes, ...made }, now())
}

/**
 * The export that checks a file of what a closed run paid. RequestError 404 for a run or target that does not exist, 417
 * for a run that is open.
 */
export async function runCheck(
  { db, now }: Parts,
  actor: Actor,
  { id, target, language }: Pick<WantedFile, 'id' | 'target' | 'language'>,
): Promise<Question> {
  const run = await closedRunOf(db, actor.companyId, id)
  const { name, formats } = targetNamed(target)
  const chosen = { money: false, long_notes: 'refuse', decimal_mark: 'point', language } as const
  return { ...exportOf(run, { actor, now: now(), target: name, format: firstOf(formats), ...chosen }), check: true }
}

async function closedRunOf(db: Db, companyId: number, id: number): Promise<PayRun> {
  const run = await payRunOf(db, companyId, id)
  if (run.state === 'open') throw new RequestError(417, 'pay_run_not_closed', { id })
  return run
}

function targetNamed(wanted: string): Target {
  const target = runTargets.find(({ name }) => name === wanted)
  if (!target) throw new RequestError(404, 'no_such_export', { name: wanted })
  return target
}

/** The run of this id. RequestError 404. */
export async function payRunOf({ read }: Pick<Db, 'read'>, companyId: number, id: number): Promise<PayRun> {
  const row = await read.get<Row>(sql`select * from pay_runs where company_id = ${companyId} and id = ${id}`)
  if (!row) throw new RequestError(404, 'no_such_pay_run', { id })
  return payRuns.load(row)
}

function formatOf({ formats }: Target, given: string | undefined): Format {
  const format = given?.trim() || firstOf(formats)
  const known = formats.find((one) => one === format)
  if (!known) throw new RequestError(417, 'format_unknown', { choices: formats.join(' or ') })
  return known
}

type Asked = Pick<
  Question,
  'actor' | 'now' | 'target' | 'format' | 'money' | 'long_notes' | 'decimal_mark' | 'language'
>

/** The export of what a run paid. */
function exportOf({ id, start_date, end_date }: PayRun, asked: Asked): Question {
  const everyone = { user_ids: undefined, group_ids: undefined, jobcode_ids: undefined }
  return { ...asked, ...everyone, check: false, start_date, end_date, run: id }
}
