import { type Static, Type } from 'typebox'
import { hasRates } from '../../company/pay/pay_rates.ts'
import { linesOfRun } from '../../company/pay/pay_runs.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { type Row, sql } from '../../engine/sql.ts'
import { idMax, integerMax } from '../../engine/table.ts'
import type { Exporter } from '../../exports/exporter.ts'
import { decimalMarks, type Question as ExportQuestion } from '../../exports/question.ts'
import { mediaTypes } from '../../exports/targets.ts'
import { languageOfAsker } from '../../identity/language.ts'
import { closePayRun } from '../../pay_runs/close.ts'
import { payRunOf, runCheck, runFile } from '../../pay_runs/files.ts'
import { openPayRun } from '../../pay_runs/open.ts'
import { laterRun, removePayRun, reopenPayRun } from '../../pay_runs/reopen.ts'
import { fileBytes, filesOf, markPayRunSent, type RunFile } from '../../pay_runs/send.ts'
import { askForBytes } from '../../reports/ask.ts'
import { printedAdjustment } from '../../reports/gross_pay.ts'
import { type PayRun, payRuns } from '../../resources/pay_runs.ts'
import { runKinds, runStates, sumOfLines } from '../../rules/pay/adjustments.ts'
import { isDate, printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { date, instant, moment, nameOf, nullable, person } from '../format.ts'
import { checked, checkOf } from '../reports/exports.ts'
import { cents, runLine } from './pay_rates.ts'

const described = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum([...runKinds], {
    description:
      'regular: a pay period; off_cycle: other days of chosen people; correction: only adjustments; final: someone’s last pay.',
  }),
  state: Type.Enum([...runStates], {
    description: 'open: not paid yet; closed: what was paid is kept; sent: its files were passed on.',
  }),
  start_date: date(),
  end_date: date(),
  user_ids: Type.Array(Type.Integer(), { description: 'The chosen users; empty for everyone.' }),
  note: Type.String(),
  revision: Type.Integer({ description: 'How often it was reopened.' }),
  people: Type.Integer({ description: 'How many people it paid.' }),
  seconds: Type.Integer(),
  gross_cents: cents('All that it paid'),
  adjustments: Type.Integer({ description: 'How many of its lines adjust what earlier runs paid.' }),
  rules: Type.String({ description: 'Identifies the rules, settings and rates by which it was paid.' }),
  created: instant(),
  created_by: person,
  closed: nullable(instant()),
  closed_by: person,
  sent: nullable(instant()),
  sent_by: person,
})

const paid = Type.Object({
  user_id: Type.Integer(),
  name: Type.String(),
  lines: Type.Array(runLine),
  seconds: Type.Integer(),
  amount_cents: cents('All of it'),
})

const has_rates = Type.Boolean({ description: 'Whether the company has any pay rates; without, it keeps hours only.' })

const file = Type.Object({
  number: Type.Integer(),
  revision: Type.Integer({ description: 'The revision of the run that it was made of.' }),
  target: Type.String(),
  name: Type.String(),
  type: Type.String({ description: 'The media type.' }),
  bytes: Type.Integer(),
  hash: Type.String({ description: 'SHA-256 of its bytes.' }),
  made: instant(),
  made_by: person,
})

const later = Type.Object(
  { id: Type.Integer(), start_date: date(), end_date: date() },
  {
    description:
      'The last run that was closed after this one and paid some of the same people: it has to be reopened first.',
  },
)

const days = {
  start_date: Type.Optional(Type.String({ description: 'First day, inclusive; not needed for a correction.' })),
  end_date: Type.Optional(Type.String({ description: 'Last day, inclusive; not needed for a correction.' })),
}

const entered = Type.Object(
  {
    user_id: recordId,
    start_date: Type.Optional(Type.String({ description: 'The first of the days that it belongs to; required.' })),
    end_date: Type.Optional(Type.String({ description: 'The last of them; required.' })),
    seconds: Type.Optional(Type.Integer({ minimum: -integerMax, maximum: integerMax })),
    amount_cents: Type.Optional(Type.Integer({ minimum: -integerMax, maximum: integerMax })),
    reason: Type.String({ maxLength: 255 }),
  },
  { additionalProperties: false },
)

const params = Type.Object({ id: recordId })
const targetName = Type.String({
  description: 'Name of a target that `GET /exports` lists; not timesheets, hours or projects.',
})
const bytes = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' })

/** Pay runs: what people were paid, and what changed since. Only administrators see pay. */
export const payRunEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/pay_runs',
    about: 'Lists pay runs, newest first, at most 500.',
    who: 'administrators',
    query: Type.Object({
      start_date: Type.Optional(Type.String({ description: 'Only runs with days on or after it.' })),
      end_date: Type.Optional(Type.String({ description: 'Only runs with days on or before it.' })),
      state: Type.Optional(Type.Enum([...runStates])),
    }),
    answer: Type.Object({ pay_runs: Type.Array(described) }),
    async run({ actor, company, world, query }) {
      const { start_date, end_date, state } = query
      for (const [field, value] of Object.entries({ start_date, end_date }))
        if (value !== undefined && !isDate(value)) throw new RequestError(417, 'date_malformed', { field })
      const rows = await world.db.read.all<Row>(sql`select * from pay_runs where company_id = ${actor.companyId}
        and end_date >= ${start_date ?? ''} and start_date <= ${end_date ?? '9999-12-31'}
        and ${state === undefined ? sql`1 = 1` : sql`state = ${state}`} order by end_date desc, id desc limit 500`)
      const runs = rows.map((row) => payRuns.load(row))
      await lookUpAuthors(runs, company)
      return { pay_runs: runs.map((run) => printedRun(run, company)) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/pay_runs/preview',
    isReport: true,
    about:
      'Returns what a pay run would pay, with adjustments of what earlier runs paid, and what keeps it from being closed. Nothing is stored.',
    who: 'administrators',
    query: Type.Object({
      kind: Type.Optional(Type.Enum([...runKinds])),
      start_date: Type.String({ description: 'First day, inclusive.' }),
      end_date: Type.String({ description: 'Last day, inclusive.' }),
      user_ids: Type.Optional(
        Type.String({ maxLength: 40_000, description: 'Ids of users, separated by commas; everyone by default.' }),
      ),
    }),
    answer: Type.Object({
      kind: Type.Enum([...runKinds]),
      start_date: date(),
      end_date: date(),
      unapproved: Type.Array(
        Type.Object({ user_id: Type.Integer(), name: Type.String(), date: date('The first day.') }),
        { description: 'People with time that is not approved.' },
      ),
      taken: Type.Array(Type.Object({ user_id: Type.Integer(), name: Type.String(), pay_run_id: Type.Integer() }), {
        description: 'People some of whose days another run has paid. They are left out unless they were chosen.',
      }),
      has_rates,
      people: Type.Array(paid),
    }),
    async run({ actor, company, now, world, query }) {
      const given = Object.entries(query).flatMap(([name, value]): [string, string[]][] =>
        value === undefined ? [] : [[name, [value]]],
      )
      return askForBytes({ report: 'pay_run_preview', given: new Map(given), actor, now }, company.row, world.db)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/pay_runs/:id',
    about:
      'Returns a pay run: what it paid each person, line by line, and the files that were made of it. An open one has the adjustments that were entered; the preview has the rest.',
    who: 'administrators',
    params,
    answer: Type.Object({
      pay_run: described,
      has_rates,
      people: Type.Array(paid),
      files: Type.Array(file),
      later: nullable(later),
    }),
    async run({ actor, company, world, params: { id } }) {
      const { companyId } = actor
      const run = await payRunOf(world.db, companyId, id)
      const lines = await linesOfRun(id, companyId, world.db.read)
      const files = await filesOf(id, companyId, world.db.read)
      await company.look('users', [
        ...lines.map(({ user_id }) => user_id),
        ...files.map((one) => one.created_by_user_id),
      ])
      await lookUpAuthors([run], company)
      const people = [...Map.groupBy(lines, ({ user_id }) => user_id)].map(([user_id, own]) => ({
        ...nameOf(company, user_id),
        lines: own.map(printedAdjustment).map(({ pay_run_id: _, ...line }) => line),
        ...sumOfLines(own.map(({ line }) => line)),
      }))
      people.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
      return {
        ...{ pay_run: printedRun(run, company), people },
        has_rates: await hasRates(companyId, world.db.read),
        files: files.map((one) => printedFile(one, company)),
        later: (await laterRun(run, companyId, world.db.read)) ?? null,
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pay_runs',
    about:
      'Adds a pay run, and with `close` closes it: both, or neither. A regular run is for everyone unless `user_ids` chooses people; days that another run has paid are left out, and refused for chosen people. Every run also pays what has become due for days of earlier runs.',
    who: 'administrators',
    body: Type.Object({
      kind: Type.Optional(Type.Enum([...runKinds], { description: '`regular` by default.' })),
      ...days,
      user_ids: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: idMax }), { description: 'Required unless it is regular.' }),
      ),
      note: Type.Optional(Type.String({ maxLength: 255 })),
      adjustments: Type.Optional(
        Type.Array(entered, { maxItems: 500, description: 'Adjustments that nothing else would cause.' }),
      ),
      close: Type.Optional(Type.Boolean({ description: 'Also closes it; false by default.' })),
    }),
    answer: Type.Object({ pay_run: described }),
    async run({ actor, company, world, now, body }) {
      const { kind = 'regular', start_date, end_date, user_ids = [], note = '', adjustments = [], close = false } = body
      const run = {
        ...{ kind, user_ids, note },
        ...(start_date !== undefined && { start_date }),
        ...(end_date !== undefined && { end_date }),
        adjustments: adjustments.map((one) => ({ seconds: 0, amount_cents: 0, ...one })),
      }
      return ofRun(await world.db.write(openPayRun, { ...by(actor), run, close }, now), company)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pay_runs/:id/close',
    about: 'Closes an open pay run. Its days must be over and approved. What it pays is kept from now on.',
    who: 'administrators',
    params,
    answer: Type.Object({ pay_run: described }),
    async run({ actor, company, world, now, params: { id } }) {
      return ofRun(await world.db.write(closePayRun, { ...by(actor), id }, now), company)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pay_runs/:id/reopen',
    about:
      'Opens a closed pay run again. Without `confirm` it is refused, with what was paid and sent. What it paid and its files stay in the record.',
    who: 'administrators',
    params,
    body: Type.Object({ confirm: Type.Optional(Type.Boolean()) }),
    answer: Type.Object({ pay_run: described }),
    async run({ actor, company, world, now, params: { id }, body }) {
      const given = { ...by(actor), id, confirm: body.confirm ?? false }
      return ofRun(await world.db.write(reopenPayRun, given, now), company)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pay_runs/:id/sent',
    about: 'Marks a closed pay run as sent. At least one file of it must have been made.',
    who: 'administrators',
    params,
    answer: Type.Object({ pay_run: described }),
    async run({ actor, company, world, now, params: { id } }) {
      return ofRun(await world.db.write(markPayRunSent, { ...by(actor), id }, now), company)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/pay_runs/:id',
    about: 'Deletes an open pay run that was never closed.',
    who: 'administrators',
    params,
    answer: Type.Object({ removed: Type.Boolean() }),
    async run({ actor, world, now, params: { id } }) {
      await world.db.write(removePayRun, { ...by(actor), id }, now)
      return { removed: true }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/pay_runs/:id/check',
    about:
      'Checks a file of what a closed pay run paid without making it: problems that block it or need a look first, the number of rows, and the totals.',
    who: 'administrators',
    params,
    query: Type.Object({ target: targetName }),
    answer: checked,
    async run({ actor, company, world, exporter, request, reply, params: { id }, query: { target } }) {
      const language = await languageOfAsker(company, actor, request)
      return checkOf(await runCheck(world, actor, { id, target, language }), exporter, reply)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pay_runs/:id/files',
    about:
      'Makes a file of what a closed pay run paid, and keeps it. The same file asked for again is the one that was made before, byte for byte.',
    who: 'administrators',
    params,
    body: Type.Object({
      target: targetName,
      format: Type.Optional(Type.String({ description: 'A format of the target; the first one by default.' })),
      money: Type.Optional(Type.Boolean({ description: 'Whether it shows money, if the target can.' })),
      long_notes: Type.Optional(
        Type.Enum(['refuse', 'cut'], { description: 'How to treat notes that are too long; `refuse` by default.' }),
      ),
      decimal_mark: Type.Optional(
        Type.Enum([...decimalMarks], {
          description:
            'Of a CSV file for people; `comma` also puts semicolons between the columns. `point` by default.',
        }),
      ),
    }),
    answer: Type.Object({ file }),
    async run({ actor, company, world, exporter, request, params: { id }, body }) {
      const { target, format, money = false, long_notes = 'refuse', decimal_mark = 'point' } = body
      const language = await languageOfAsker(company, actor, request)
      const wanted = { id, target, format, money, long_notes, decimal_mark, language }
      const made = await runFile(world, actor, wanted, (question) => bytesOf(exporter, question))
      await company.look('users', [made.created_by_user_id])
      return { file: printedFile(made, company) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/pay_runs/:id/files/:number',
    about: 'Downloads a file of a pay run as it was made.',
    who: 'administrators',
    params: Type.Object({ id: recordId, number: recordId }),
    media: Object.fromEntries(Object.values(mediaTypes).map((type) => [type, bytes])),
    async run({ actor, world, reply, params: { id, number } }) {
      const { name, type, bytes } = await fileBytes(id, number, actor.companyId, world.db.read)
      return reply
        .headers({
          'content-type': type,
          'content-disposition': `attachment; filename="${name}"`,
          'x-content-type-options': 'nosniff',
        })
        .send(Buffer.from(bytes))
    },
  }),
]

function by({ companyId, userId, application }: Actor) {
  return { companyId, author: { userId, application } }
}

async function bytesOf(exporter: Exporter, question: ExportQuestion): Promise<Uint8Array> {
  const { content, close } = await exporter.begin(question).made
  try {
    return await content()
  } finally {
    close()
  }
}

async function ofRun(run: PayRun, company: CompanySnapshot): Promise<{ pay_run: Static<typeof described> }> {
  await lookUpAuthors([run], company)
  return { pay_run: printedRun(run, company) }
}

async function lookUpAuthors(runs: readonly PayRun[], company: CompanySnapshot): Promise<void> {
  await company.look(
    'users',
    runs.flatMap((run) => [run.created_by_user_id, run.closed_by_user_id, run.sent_by_user_id]),
  )
}

function printedRun(run: PayRun, company: CompanySnapshot): Static<typeof described> {
  const { id, kind, state, start_date, end_date, user_ids, note, revision, people, seconds } = run
  return {
    ...{ id, kind, state, start_date, end_date, user_ids, note, revision, people, seconds },
    ...{ gross_cents: run.gross_cents, adjustments: run.adjustments, rules: run.rules },
    ...{ created: printUtc(run.created), created_by: nameOf(company, run.created_by_user_id) },
    ...{ closed: moment(run.closed), closed_by: nameOf(company, run.closed_by_user_id) },
    ...{ sent: moment(run.sent), sent_by: nameOf(company, run.sent_by_user_id) },
  }
}

function printedFile(one: RunFile, company: CompanySnapshot): Static<typeof file> {
  const { number, revision, question, name, type, size, hash, created, created_by_user_id } = one
  const { target }: { target: string } = JSON.parse(question)
  return {
    ...{ number, revision, target, name, type, bytes: size, hash },
    ...{ made: printUtc(created), made_by: nameOf(company, created_by_user_id) },
  }
}
