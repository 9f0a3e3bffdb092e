import { valueAt } from '../elements.ts'
import { msg, type Translate } from '../language/messages.ts'
import { hoursText } from '../pay/payroll.ts'
import { breakPremiumKind, byKind, kindInWords } from './kinds.ts'
import { hours, moneyColumns, type Table, whole, words } from './table.ts'
import { moneyOf, shownLines, sumBy } from './time.ts'

/**
 * One row per person, job and kind of hour. The hours of a kind add up to those in the payroll file. With `money`, rows
 * end with cost and billed amount.
 */
export function jobsTable(money: boolean, t: Translate): Table {
  return {
    columns: [
      whole('user_id'),
      words('last_name', 20, msg('Last name')),
      words('first_name', 20, msg('First name')),
      words('group', 20),
      whole('jobcode_id'),
      words('job', 40, msg('Job')),
      words('billable', 8),
      words('kind', 14),
      words('description', 28, msg('Kind of hours')),
      hours('hours', 10, msg('Hours')),
      whole('seconds'),
      ...(money ? moneyColumns : []),
    ],
    counts: (row) => row[7] !== breakPremiumKind,
    rows: ({ person, lines, jobOf }) => {
      const shown = sumBy(shownLines({ lines }), ({ kind, jobcode_id }) => `${kind} ${jobcode_id}`)
      const jobs = [...Map.groupBy(lines, (line) => line.jobcode_id)].map(([id, own]) => ({ id, own, job: jobOf(id) }))
      jobs.sort((a, b) => compare(a.job.path, b.job.path) || a.id - b.id)
      const rows = jobs.flatMap(({ id, own, job }) =>
        [...Map.groupBy(own, (line) => line.kind)]
          .sort(([a], [b]) => byKind(a, b))
          .map(([kind, lines]) => ({ id, job, kind, lines })),
      )
      return rows.map(({ id, job, kind, lines }) => [
        person.id,
        person.last_name,
        person.first_name,
        person.group,
        id,
        id === 0 ? t('(no job)') : job.path.join(' › '),
        job.billable ? 'yes' : 'no',
        kind.startsWith('pto_') ? 'pto' : kind,
        kindInWords(kind, jobOf, t),
        Number(hoursText(valueAt(shown, `${kind} ${id}`))),
        lines.reduce((sum, { seconds }) => sum + seconds, 0),
        ...(money ? moneyOf(lines) : []),
      ])
    },
  }
}

function compare(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [a.join('\n').toLowerCase(), b.join('\n').toLowerCase()]
  return one < other ? -1 : one > other ? 1 : 0
}
