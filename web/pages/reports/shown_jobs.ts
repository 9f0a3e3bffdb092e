import { sharesByKind } from '../../../src/rules/shown_hours.ts'
import type { AnswerOf } from '../../api/contract.ts'

/** The payroll report by jobcode. */
export type ByJob = AnswerOf<'GET /api/v1/reports/payroll_by_jobcode'>['results']['payroll_by_jobcode_report']

/**
 * Seconds of each job as they are shown. The jobs of a person share the hours of each kind that the payroll report shows,
 * so both reports have the same total.
 */
export function shownJobs({ totals, by_user }: Pick<ByJob, 'totals' | 'by_user'>, unit: number) {
  const sums = new Map(Object.values(totals).map(({ jobcode_id }) => [jobcode_id, 0]))
  for (const { totals } of Object.values(by_user)) {
    const lines = Object.values(totals).flatMap(
      ({ jobcode_id: id, total_re_seconds, overtime_seconds = {}, total_pto_seconds }) => [
        { id, kind: 'regular', seconds: total_re_seconds },
        ...Object.entries(overtime_seconds).map(([kind, seconds]) => ({ id, kind, seconds })),
        { id, kind: `pto ${id}`, seconds: total_pto_seconds },
      ],
    )
    const shown = sharesByKind(lines, ({ kind }) => kind, unit)
    for (const [index, { id }] of lines.entries()) sums.set(id, (sums.get(id) ?? 0) + shown[index]!)
  }
  return [...sums].map(([id, seconds]) => ({ id, seconds }))
}
