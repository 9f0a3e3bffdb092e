import { sql } from '../../src/engine/sql.ts'
import { printLocal } from '../../src/rules/time/calendar.ts'
import type { TestServer } from '../support/server.ts'

/** A notification created by the server itself, whatever its outcome. */
export type Sent = {
  id: number
  user_id: number
  kind: string
  message: string
  at: number
  channels: string
  precheck: string
  path: string
}

/** All notifications created by the server itself, in order. */
export function sentBy(server: TestServer, companyId: number): Promise<Sent[]> {
  return server.db.read.all<Sent>(
    sql`select id, user_id, kind, message, delivery_time as at, channels, precheck, path from notifications
      where company_id = ${companyId} and kind <> 'message' order by delivery_time, user_id, kind`,
  )
}

/** `clock-in 2026-03-02T07:55:00-07:00` for a person's notification. */
export function linesOf(sent: readonly Sent[], userId: number, zone: string): string[] {
  return sent.filter(({ user_id }) => user_id === userId).map(({ kind, at }) => `${kind} ${printLocal(at, zone)}`)
}
