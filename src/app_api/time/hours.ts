import { Type } from 'typebox'
import { askForBytes } from '../../reports/ask.ts'
import type { Question } from '../../reports/index.ts'
import { groupings, seriesMax } from '../../rules/reports/hours.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'
import { date } from '../format.ts'

const ids = (description: string) => Type.Optional(Type.String({ description, maxLength: 40_000 }))

const row = Type.Object({
  key: Type.String({ description: 'Unique within the report.' }),
  by: Type.Enum([...groupings]),
  id: Type.Integer({ description: 'Of the job, person or group; 0 for none.' }),
  date: Type.String({ description: 'First date of the day, week or month; empty for others.' }),
  name: Type.String(),
  level: Type.Integer({ description: 'Depth from 0; parents come before their parts.' }),
  parent: Type.Boolean({ description: 'Whether the rows below it are parts of it.' }),
  values: Type.Array(Type.Integer(), { description: 'In the order of the columns.' }),
})

// The filters and layout of the report.
const hoursQuery = {
  user_ids: ids('Ids of users, separated by commas.'),
  group_ids: ids('Ids of groups; their members are covered.'),
  jobcode_ids: ids('Time on these jobcodes and all below them; 0 is time without a jobcode.'),
  item_ids: ids('Time with one of these custom field items in each of their fields.'),
  billable: Type.Optional(
    Type.Enum(['yes', 'no', 'both'], { description: 'Time on jobs that are billable, or that are not.' }),
  ),
  group_by: ids(`One or two of ${groupings.join(', ')}, separated by a comma; \`job\` by default.`),
  sort: ids('`name`, or the key of a column, largest first. Dates stay in their order.'),
}

/** The hours report of the web app. */
export const hoursEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/hours',
    isReport: true,
    about:
      'Hours between two dates by kind, grouped by job, person or date with subtotals. Figures are in the company’s unit and add up; the total is the same as in the payroll report.',
    who: 'everyone',
    query: Type.Object({
      start_date: Type.String({ description: 'First date, inclusive.' }),
      end_date: Type.String({ description: 'Last date, inclusive.' }),
      ...hoursQuery,
      money: Type.Optional(
        Type.Enum(['yes', 'no'], { description: '`yes` adds cost and billable amounts, for administrators.' }),
      ),
    }),
    answer: Type.Object({
      unit: Type.Integer({ description: 'Seconds are multiples of this: 60, or 36 for hundredths of an hour.' }),
      columns: Type.Array(
        Type.Object({ key: Type.String(), name: Type.String(), unit: Type.Enum(['seconds', 'cents']) }),
      ),
      rows: Type.Array(row),
      total: Type.Array(Type.Integer(), { description: 'Of the whole report, in the order of the columns.' }),
      chart: Type.Object({
        by: Type.Enum(['day', 'week', 'month']),
        series: Type.Array(Type.Object({ key: Type.String(), name: Type.String() }), {
          description: `At most ${seriesMax}, keyed like rows; \`others\` is the rest. If there are none, bars have one sum, \`all\`.`,
        }),
        bars: Type.Array(
          Type.Object({ date: date(), values: Type.Record(Type.String(), Type.Integer({ description: 'Seconds.' })) }),
        ),
      }),
    }),
    run: (call) => answerReport('hours', call),
  }),
  endpoint({
    method: 'GET',
    path: '/entry_hours',
    isReport: true,
    about:
      'The hours of finished entries as their timesheets show them, in the company’s unit: those of a week add up to the totals of that week.',
    who: 'everyone',
    query: Type.Object({
      start_date: Type.String({ description: 'First date, inclusive.' }),
      end_date: Type.String({ description: 'Last date, inclusive.' }),
      user_ids: hoursQuery.user_ids,
      group_ids: hoursQuery.group_ids,
      jobcode_ids: ids('Only entries on these jobcodes; 0 is time without a jobcode.'),
    }),
    answer: Type.Object({
      entries: Type.Array(
        Type.Object({ id: Type.Integer(), seconds: Type.Integer({ description: 'Rounded for display.' }) }),
      ),
    }),
    run: (call) => answerReport('entry_hours', call),
  }),
]

type Call = Parameters<AppEndpoint['run']>[0]

/** Answers with a report, asked with the query of the request. */
async function answerReport(report: string, { actor, company, now, world, query }: Call) {
  const given = Object.entries(query as object).flatMap(([name, value]): [string, string[]][] =>
    value === undefined ? [] : [[name, [value]]],
  )
  const question: Question = { report, given: new Map(given), actor, now }
  return askForBytes(question, company.row, world.db)
}
