// Records as far as this folder needs to know them. The resources, which are built on it, declare them in full.

/** A user. */
export type Person = {
  id: number
  active: boolean
  username: string
  group_id: number
  exempt: boolean
  permissions: Record<string, boolean>
  pto_balances: Record<string, number>
}

/** A group of people. */
export type PersonGroup = { id: number; active: boolean; manager_ids: number[] }

/** A jobcode in the tree. */
export type JobNode = { id: number; parent_id: number; type: string }
