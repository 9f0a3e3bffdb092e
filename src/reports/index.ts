import type { Report } from '../engine/report.ts'
import { currentTotals } from './current_totals.ts'
import { payroll } from './payroll.ts'

/** Every report, in the order of the reference. */
export const reports: readonly Report[] = [currentTotals, payroll]
