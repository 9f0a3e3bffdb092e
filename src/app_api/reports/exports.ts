import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { noteInAudit } from '../../audit/write.ts'
import { changeSettings } from '../../company/settings/change_settings.ts'
import { translateTo } from '../../company/translate.ts'
import { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { anyOf } from '../../engine/filters.ts'
import { exportSettingChanges, exportSettingsOf } from '../../exports/export_settings.ts'
import { exportSections, exportSettingsSchema } from '../../exports/export_settings_schema.ts'
import type { Exporter } from '../../exports/exporter.ts'
import {
  type DecimalMark,
  daysMax,
  decimalMarks,
  type Format,
  formats,
  problemsMax,
  type Question,
} from '../../exports/question.ts'
import { mediaTypes, type OptionName, type Target, targets } from '../../exports/targets.ts'
import { languageOfAsker } from '../../identity/language.ts'
import { type HoursQuestion, hoursFilters } from '../../reports/hours.ts'
import { payFilters } from '../../reports/overtime.ts'
import { firstOf, keysOf } from '../../rules/elements.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { problemTexts } from '../../rules/payroll_files/problems.ts'
import { rangeProblem } from '../../rules/people/inspection.ts'
import { seenBy, seesPay, sights } from '../../rules/people/sight.ts'
import type { Reason } from '../../rules/refusals/reason.ts'
import { groupings } from '../../rules/reports/hours.ts'
import { daysBetween } from '../../rules/time/calendar.ts'
import { parameters, parseQuery } from '../../wire/request.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'
import { onDisconnect, sendJob } from '../exports/send.ts'
import { nullable } from '../format.ts'

const text = (about: string) => Type.Optional(Type.String({ description: about, maxLength: 40_000 }))

/** The options of exports; `GET /exports` says which of them a target accepts. */
const options = {
  start_date: 'First date, inclusive.',
  end_date: 'Last date, inclusive.',
  user_ids: 'Ids of users, separated by commas.',
  group_ids: 'Ids of groups; their members are exported.',
  jobcode_ids: 'Time on these jobcodes and all below them; 0 is time without a jobcode.',
  money:
    '`yes` adds what the time costs and what is billed for it; the PDF of `payroll` also lists gross pay by rate. Only administrators may ask for it; the default is `no`.',
  item_ids: 'Time with one of these custom field items in each of their fields.',
  billable: '`yes` or `no`: time on jobs that are billable, or not.',
  group_by: `One or two of ${groupings.join(', ')}, separated by a comma; \`job\` by default.`,
  sort: '`name`, or the key of a column, largest first.',
  long_notes: 'How to treat notes that are too long for the file: `refuse`, the default, or `cut`.',
  decimal_mark:
    'Of a CSV file: `point`, the default, or `comma`, with semicolons between the columns, as spreadsheets in German, Spanish or French read it.',
}

const target = Type.Object({ target: Type.String({ description: 'Name of a target that `GET /exports` lists.' }) })

const question = Type.Object({
  start_date: text(options.start_date),
  end_date: text(options.end_date),
  user_ids: text(options.user_ids),
  group_ids: text(options.group_ids),
  jobcode_ids: text(options.jobcode_ids),
  item_ids: text(options.item_ids),
  billable: text(options.billable),
  group_by: text(options.group_by),
  sort: text(options.sort),
  long_notes: text(options.long_notes),
  money: text(options.money),
  decimal_mark: text(options.decimal_mark),
  format: text('A format of the target; the first one by default.'),
})

const { item_ids, billable, group_by, sort } = hoursFilters
const filters = { ...payFilters, jobcode_ids: anyOf('jobcode_id'), item_ids, billable, group_by, sort }

const optionNames = [
  'user_ids',
  'group_ids',
  'jobcode_ids',
  'long_notes',
  'money',
  'decimal_mark',
  'item_ids',
  'billable',
  'group_by',
  'sort',
] as const satisfies OptionName[]

const described = Type.Object({
  name: Type.String(),
  title: Type.String(),
  about: Type.String(),
  formats: Type.Array(Type.Object({ format: Type.Enum([...formats]), type: Type.String() }), {
    description: 'The first is the default. `type` is the media type.',
  }),
  decimals: Type.Array(Type.Enum([...formats]), {
    description: 'The formats in which hours have two decimals even if pages show hours and minutes.',
  }),
  options: Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean(), about: Type.String() })),
  setup: nullable(Type.Enum([...exportSections], { description: 'The section of the payroll setup that it uses.' })),
})

const problem = Type.Object({
  user_id: Type.Integer({ description: '0 for the company.' }),
  name: Type.String(),
  field: Type.String(),
  code: Type.Enum(keysOf(problemTexts)),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'What the sentence fills in, by name.',
  }),
  message: Type.String({ description: 'The problem as a sentence in English, after the name.' }),
  blocking: Type.Boolean({ description: 'No file can be made until it is fixed.' }),
})

const problemSum = Type.Object({
  field: Type.String(),
  blocking: Type.Boolean(),
  problems: Type.Integer(),
  people: Type.Integer({ description: 'How many people they concern; 0 if they concern the company.' }),
})

const totals = Type.Object({
  people: Type.Integer(),
  regular_seconds: Type.Integer(),
  overtime_seconds: Type.Integer(),
  double_seconds: Type.Integer(),
  other_overtime_seconds: Type.Integer({ description: 'At rates other than 1.5 and 2.' }),
  pto_seconds: Type.Integer(),
  total_seconds: Type.Integer(),
  break_premium_seconds: Type.Integer({ description: 'Paid because breaks were not provided; not part of the total.' }),
  shown_seconds: Type.Integer({ description: 'The total that pages show.' }),
  file_seconds: nullable(
    Type.Integer({
      description: 'The sum of the file’s decimals; null for a file without decimals that could differ.',
    }),
  ),
})

/** What the check of a file found. */
export const checked = Type.Object({
  problems: Type.Array(problem, {
    description: `The first ${problemsMax} of each field; those that block the file come first.`,
  }),
  problem_count: Type.Integer({ description: 'Of all, listed or not.' }),
  problem_sums: Type.Array(problemSum, { description: 'All problems by field.' }),
  rows: Type.Integer(),
  totals,
})

const progress = { done: Type.Integer({ description: 'Timesheets read so far.' }), of: Type.Integer() }

const reason = Type.Unsafe<Reason>({ $ref: '#/components/schemas/Reason' })

/** A line of an export that is sent with its progress. */
const line = Type.Union(
  [
    Type.Object(progress),
    Type.Object({ file: Type.Object({ name: Type.String(), type: Type.String(), bytes: Type.Integer() }) }),
    Type.Object({
      error: Type.Object({ code: Type.Integer(), message: Type.String(), reason: Type.Optional(reason) }),
    }),
  ],
  { description: 'One line. The bytes of the file follow the line that names it.' },
)

const bytes = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' })

/** Hours as files: the targets, the setup for payroll programs, checks, and the files themselves. */
export const exportEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/exports',
    about: 'Lists the targets that hours can be exported to, and the setup for payroll programs.',
    who: 'everyone',
    answer: Type.Object({
      targets: Type.Array(described),
      setup: nullable(exportSettingsSchema),
      may_set_up: Type.Boolean({ description: 'Whether you may change the setup.' }),
    }),
    async run({ actor, company, request }) {
      const t = translateTo(await languageOfAsker(company, actor, request))
      const setup = seesSetup(actor) ? await exportSettingsOf(company) : null
      return { targets: targets.map((target) => describe(target, t)), setup, may_set_up: actor.isAdmin }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/exports/setup',
    about: 'Saves the names and codes that payroll programs use. Each section sent replaces the existing one.',
    who: 'administrators',
    body: exportSettingsSchema,
    answer: Type.Object({ setup: exportSettingsSchema }),
    async run({ actor, body, now, world }) {
      const { companyId, userId, application } = actor
      const whole = { scope: 'company', scope_id: 0 } as const
      const changes = exportSettingChanges(body)
      const author = { userId, application }
      await world.db.write(changeSettings, { companyId, author, ...whole, changes }, now)
      return { setup: await exportSettingsOf(await CompanySnapshot.of(companyId, world.db.read)) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/exports/:target/check',
    about:
      'Checks an export without making the file: problems that block it or need a look first, the number of rows, and the totals.',
    who: 'everyone',
    params: target,
    query: question,
    answer: checked,
    async run({ actor, company, now, params, query, exporter, request, reply }) {
      const target = targetNamed(params.target)
      const language = await languageOfAsker(company, actor, request)
      const asked = queryOf(target, query, { actor, now, language })
      return checkOf({ ...asked, check: true }, exporter, reply)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/exports/:target',
    about:
      'Downloads an export. With `Accept: application/x-ndjson` the response begins with lines of JSON: the progress, then the name, type and size of the file, followed by its bytes; or a last line with the error.',
    who: 'everyone',
    params: target,
    query: question,
    media: {
      ...Object.fromEntries(Object.values(mediaTypes).map((type) => [type, bytes])),
      'application/x-ndjson': line,
    },
    async run({ actor, company, now, params, query, exporter, request, reply, world }) {
      const target = targetNamed(params.target)
      const language = await languageOfAsker(company, actor, request)
      const asked = queryOf(target, query, { actor, now, language })
      const { format } = asked
      const name = `${target.file(asked, await exportSettingsOf(company))}.${format}`
      const file = { name, type: mediaTypes[format] }
      const inLines = request.headers.accept?.includes('application/x-ndjson') ?? false
      const { security, requests } = world.sight
      const { start_date: from, end_date: to } = query
      security.tell({ event: 'export made', target: params.target, format, from, to }, requests.of(request.raw))
      const details = { target: params.target, format, from, to }
      const entry = { kind: 'exports', event: 'export made', details }
      // No file is sent without a line in the audit.
      await world.db.write(noteInAudit, { companyId: actor.companyId, entry }, now)
      return sendJob((tell) => exporter.begin(asked, tell), file, inLines, reply, world.log)
    },
  }),
]

/** Checks a file, until the client is gone. */
export async function checkOf(
  asked: Question,
  exporter: Exporter,
  reply: FastifyReply,
): Promise<Static<typeof checked>> {
  const job = exporter.begin(asked)
  onDisconnect(reply, job.cancel)
  const { problems, problem_count, problem_sums, rows, totals, close } = await job.made
  close()
  return { problems, problem_count, problem_sums, rows, totals }
}

function targetNamed(name: string): Target {
  const target = targets.find((target) => target.name === name)
  if (!target) throw new RequestError(404, 'no_such_export', { name })
  return target
}

function formatOf({ formats }: Target, given: string | undefined): Format {
  const format = given?.trim() || firstOf(formats)
  const known = formats.find((known) => known === format)
  if (!known) throw new RequestError(417, 'format_unknown', { choices: formats.join(' or ') })
  return known
}

/** The task for the export thread. Throws RequestError 417 for a missing, invalid or unsupported option. */
function queryOf(
  target: Target,
  query: Static<typeof question>,
  { actor, now, language }: Pick<Question, 'actor' | 'now' | 'language'>,
): Question {
  const given = parameters(new URLSearchParams(Object.entries(query)))
  for (const name of optionNames)
    if (given.has(name) && !target.options.includes(name))
      throw new RequestError(417, 'no_such_option', { field: name, target: target.name })
  const { values } = parseQuery(given, filters)
  const { start_date, end_date, user_ids, group_ids, jobcode_ids } = values as Partial<Question>
  if (start_date === undefined) throw new RequestError(417, 'required', { field: 'start_date' })
  if (end_date === undefined) throw new RequestError(417, 'required', { field: 'end_date' })
  if (start_date > end_date) throw new RequestError(417, 'range_reversed', { field: 'start_date', end: 'end_date' })
  const problem = rangeProblem(actor.inspects, start_date, end_date)
  if (problem) throw new RequestError(403, problem)
  if (daysBetween(start_date, end_date) >= daysMax) throw new RequestError(417, 'range_too_long', { max: daysMax })
  const long_notes = given.get('long_notes')?.[0] ?? 'refuse'
  if (long_notes !== 'refuse' && long_notes !== 'cut') throw new RequestError(417, 'long_notes_unknown')
  const format = formatOf(target, query.format)
  const money = moneyOf(given.get('money')?.[0] ?? 'no', actor)
  const decimal_mark = markOf(given.get('decimal_mark')?.[0] ?? 'point')
  const people = { user_ids, group_ids, jobcode_ids }
  const hours = target.name === 'hours' ? { hours: layoutOf(values as HoursQuestion) } : {}
  return {
    target: target.name,
    format,
    check: false,
    actor,
    now,
    start_date,
    end_date,
    ...people,
    long_notes,
    money,
    decimal_mark,
    language,
    ...hours,
  }
}

function layoutOf({ item_ids, billable, group_by, sort }: HoursQuestion): NonNullable<Question['hours']> {
  return { item_ids, billable, group_by, sort }
}

function markOf(given: string): DecimalMark {
  const known = decimalMarks.find((mark) => mark === given)
  if (!known) throw new RequestError(417, 'not_one_of', { field: 'decimal_mark', choices: decimalMarks.join(', ') })
  return known
}

function moneyOf(given: string, actor: Actor): boolean {
  if (given !== 'yes' && given !== 'no') throw new RequestError(417, 'not_yes_or_no', { field: 'money' })
  if (given === 'yes' && !seesPay(actor)) throw new RequestError(403, 'pay_for_administrators_only', { field: 'money' })
  return given === 'yes'
}

/** A target as the web app shows it. */
function describe(target: Target, t: Translate): Static<typeof described> {
  const { name, title, about, formats, options: own, settings: setup } = target
  const taken = ['start_date', 'end_date', ...own] as const
  return {
    name,
    title: t(title),
    about: t(about),
    formats: formats.map((format) => ({ format, type: mediaTypes[format] })),
    decimals: [...(target.decimals ?? [])],
    options: taken.map((option) => ({
      name: option,
      required: option.endsWith('_date'),
      about: options[option],
    })),
    setup: setup ?? null,
  }
}

/** Only people who see everyone's hours see the company's payroll codes and names. */
function seesSetup(actor: Actor): boolean {
  return !actor.inspects && seenBy(actor, sights.export_setup) === 'all'
}
