// The parts of records that this folder needs. The resources, which build on it, declare them in full.

/** A user. */
export type Person = {
  id: number
  active: boolean
  username: string
  group_id: number
  exempt: boolean
  pay_rate: number
  pay_interval: 'hour' | 'year'
  permissions: Record<string, boolean>
  pto_balances: Record<string, number>
}

/** A group of people. */
export type PersonGroup = { id: number; active: boolean; manager_ids: number[] }

/** A jobcode in the tree. */
export type JobNode = { id: number; parent_id: number; type: string }
