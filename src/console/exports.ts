import { type Static, Type } from 'typebox'
import { Company } from '../engine/company.ts'
import { type Actor, may } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { anyOf, parameters, parseQuery } from '../engine/filters.ts'
import { daysMax, type Format, type Question } from '../exports/question.ts'
import { setupChanges, setupOf } from '../exports/setup.ts'
import { setupSchema } from '../exports/setup_schema.ts'
import { mediaTypes, type OptionName, type Target, targets } from '../exports/targets.ts'
import { payFilters } from '../reports/overtime.ts'
import { companyRow } from '../resources/rights.ts'
import { changeSettings } from '../resources/settings.ts'
import { daysBetween } from '../rules/calendar.ts'
import { type ConsoleEndpoint, endpoint } from './endpoint.ts'
import { sendJob, whenLeft } from './exports/send.ts'

const text = (about: string) => Type.Optional(Type.String({ description: about, maxLength: 40_000 }))

/** What can be asked of an export; which of it a target takes, `GET /exports` says. */
const options = {
  start_date: 'First date, inclusive.',
  end_date: 'Last date, inclusive.',
  user_ids: 'Numbers of people, separated by commas.',
  group_ids: 'Members of these groups.',
  jobcode_ids: 'Only time on these jobs and all below them; 0 is time without a job.',
  long_notes: 'What becomes of notes that the file cannot take: refuse (as without it) or cut.',
}

const target = Type.Object({ target: Type.String() })

const question = Type.Object({
  start_date: text(options.start_date),
  end_date: text(options.end_date),
  user_ids: text(options.user_ids),
  group_ids: text(options.group_ids),
  jobcode_ids: text(options.jobcode_ids),
  long_notes: text(options.long_notes),
  format: text('One of those that the target offers; the first of them when not given.'),
})

const filters = { ...payFilters, jobcode_ids: anyOf('jobcode_id') }

/** Hours as files: what there is, what is remembered for payroll programs, what is missing, and the files. */
export const exportEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/exports',
    about: 'What hours can be exported to, with the options of each, and what is remembered for payroll programs.',
    who: 'everybody',
    async run({ actor, company }) {
      const setup = seesSetup(actor) ? await setupOf(company) : null
      return { targets: targets.map(described), setup, may_set_up: actor.isAdmin }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/exports/setup',
    about: 'Remembers names and codes of payroll programs. Sections that are given replace those there were.',
    who: 'administrators',
    body: setupSchema,
    async run({ actor, body, now, world }) {
      const { companyId, userId, application } = actor
      const whole = { scope: 'company', scope_id: 0 } as const
      const changes = setupChanges(body)
      const author = { userId, application }
      await world.db.write(changeSettings, { companyId, author, ...whole, changes }, now)
      const row = await companyRow(world.db.read, companyId)
      return { setup: await setupOf(new Company(row!, world.db.read)) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/exports/:target/check',
    about:
      'What keeps a file from being made, or should be looked at before, with the number of its rows and its sums.',
    who: 'everybody',
    params: target,
    query: question,
    async run({ actor, now, params, query, exporter, reply }) {
      const target = targetNamed(params.target)
      const asked = questionOf(target, query, { actor, now })
      const job = exporter.begin({ ...asked, check: true })
      whenLeft(reply, job.cancel)
      const { problems, problem_count, rows, totals, close } = await job.made
      close()
      return { problems, problem_count, rows, totals }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/exports/:target',
    about:
      'The file. With `Accept: application/x-ndjson` lines `{"done", "of"}` come first, then `{"file": {"name", "type", "bytes"}}` and after its line end the bytes; or a last line `{"error"}`.',
    who: 'everybody',
    params: target,
    query: question,
    async run({ actor, company, now, params, query, exporter, request, reply, world }) {
      const target = targetNamed(params.target)
      const asked = questionOf(target, query, { actor, now })
      const { format } = asked
      const name = `${target.file(asked, await setupOf(company))}.${format}`
      const file = { name, type: mediaTypes[format] }
      const inLines = request.headers.accept?.includes('application/x-ndjson') ?? false
      return sendJob((tell) => exporter.begin(asked, tell), file, inLines, reply, world.log)
    },
  }),
]

function targetNamed(name: string): Target {
  const target = targets.find((target) => target.name === name)
  if (!target) throw new RequestError(404, `there is no export ${name}; GET /api/console/exports lists them`)
  return target
}

function formatOf({ formats }: Target, given: string | undefined): Format {
  const format = given?.trim() || formats[0]!
  const known = formats.find((known) => known === format)
  if (!known) throw new RequestError(417, `format must be ${formats.join(' or ')}`)
  return known
}

/** The question as the thread takes it. Throws RequestError 417 naming what is missing, wrong or not an option here. */
function questionOf(
  target: Target,
  query: Static<typeof question>,
  { actor, now }: { actor: Actor; now: number },
): Question {
  const given = parameters(new URLSearchParams(Object.entries(query)))
  for (const name of ['user_ids', 'group_ids', 'jobcode_ids', 'long_notes'] as const satisfies OptionName[])
    if (given.has(name) && !target.options.includes(name))
      throw new RequestError(417, `${name}: ${target.name} has no such option`)
  const { values } = parseQuery(given, filters)
  const { start_date, end_date, user_ids, group_ids, jobcode_ids } = values as Partial<Question>
  if (start_date === undefined) throw new RequestError(417, 'start_date is required')
  if (end_date === undefined) throw new RequestError(417, 'end_date is required')
  if (start_date > end_date) throw new RequestError(417, 'start_date must not be after end_date')
  if (daysBetween(start_date, end_date) >= daysMax)
    throw new RequestError(417, `end_date must be at most ${daysMax} days from start_date, both included`)
  const long_notes = given.get('long_notes')?.[0] ?? 'refuse'
  if (long_notes !== 'refuse' && long_notes !== 'cut') throw new RequestError(417, 'long_notes must be refuse or cut')
  const format = formatOf(target, query.format)
  const people = { user_ids, group_ids, jobcode_ids }
  return { target: target.name, format, check: false, actor, now, start_date, end_date, ...people, long_notes }
}

/** A target as a page shows it. `setup` names the section of the set-up that it reads, null when none. */
function described({ name, title, about, formats, options: own, setup }: Target): object {
  const taken = ['start_date', 'end_date', ...own] as const
  return {
    name,
    title,
    about,
    formats: formats.map((format) => ({ format, type: mediaTypes[format] })),
    options: taken.map((option) => ({
      name: option,
      required: option.endsWith('_date'),
      about: options[option],
    })),
    setup: setup ?? null,
  }
}

/** Codes and names of the company's payroll are for those who see everybody's hours. */
function seesSetup(actor: Actor): boolean {
  return may(actor, 'reports', 'approve_timesheets')
}
