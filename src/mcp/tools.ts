import type { Tool } from './access.ts'
import { findJobs, findPeople, whoIsOnTheClock } from './tools/people.ts'
import { listSchedule, listTimeOff } from './tools/planning.ts'
import { approveTime, clock, deleteTime, saveTime } from './tools/recording.ts'
import { readRecords } from './tools/records.ts'
import { runReport } from './tools/reports.ts'
import { listApprovals, listTime, sumHours } from './tools/time.ts'

let known: readonly Tool[] | undefined

/** All tools: for what an assistant is asked, for every other list of the API, and for recording time. */
export function allTools(): readonly Tool[] {
  known ??= [
    whoIsOnTheClock,
    sumHours,
    listTime,
    findPeople,
    findJobs,
    listTimeOff,
    listApprovals,
    listSchedule,
    runReport,
    readRecords(),
    clock,
    saveTime,
    deleteTime,
    approveTime,
  ]
  return known
}
