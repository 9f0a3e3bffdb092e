import type { Context } from '../../engine/context.ts'
import type { RecordOf } from '../../engine/table.ts'
import type { Shifts } from './leave.ts'

type CustomField = RecordOf<'customfields'>
type Timesheet = RecordOf<'timesheets'>
type User = RecordOf<'users'>

/** The data around spans of time. */
export type Around = {
  /** Whether user/jobcode pairs are assigned. */
  assigned: ReadonlyMap<string, boolean>
  /** The timesheet of holiday pay by user/date, of people whose time may be paid time off. */
  holidayPay: ReadonlyMap<string, number>
  /** Published shifts around days that may get time off. */
  shifts: Shifts
}

/** The data for the decisions over a batch of timesheets, besides the rows. */
export type Facts = Around & {
  fields: CustomField[]
  /** Ids of other records that a record with status 201 changed or created. */
  effects: Map<number, number[]>
  /** Files that the items name and the actor sees. */
  files: ReadonlySet<number>
  /** The id of the message about this request's notes, by recipient. */
  messages: Map<number, number>
}

/** A write of a timesheet: the record before and after, and what differs. A new one has no `before`. */
export type Change = {
  before: Timesheet | undefined
  after: Timesheet
  owner: User
  ctx: Context
  facts: Facts
  /** Some stored value differs. */
  any: boolean
  /** Clocks out, or back in. */
  closing: boolean
  reopening: boolean
  moved: boolean
  newDay: boolean
  newJob: boolean
  newChoices: boolean
}
