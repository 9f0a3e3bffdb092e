import { useMemo } from 'react'
import { useMeaning } from '../../api/intents.ts'
import { useRecordsBeside } from '../../api/queries.ts'
import { type Beside, listBeside, type Query, type Records } from '../../api/records.ts'
import { instant } from '../../time.ts'

/** One dated part of a request. */
export type Entry = Records['time_off_request_entries']

/** The status of a request. */
export type Status = Entry['status']

type Note = NonNullable<Beside['time_off_request_notes']>[string]

/** A request with everything that belongs to it. Durations are seconds. */
export type SentRequest = {
  id: number
  userId: number
  status: Status
  created: string
  /** The requested entries, by date. */
  entries: readonly Entry[]
  /** The notes, oldest first. */
  notes: readonly Note[]
  first: string
  last: string
  seconds: number
  /** Kinds of time off, by jobcode id. */
  kinds: readonly number[]
}

/** The matching requests with their entries and notes, latest time off first. Archived requests are left out. */
export function useRequests(query: Query, options: { enabled?: boolean; keep?: true } = {}) {
  const { data, error, refetch } = useRecordsBeside('time_off_requests', query, options)
  const meaning = useMeaning('time_off_requests', query)
  const requests = useMemo(
    () => data && requestsOf(meaning ? meaning(data.records) : data.records, data.beside),
    [data, meaning],
  )
  return { data: requests, error, refetch }
}

/** One request; undefined if it is not there any more. */
export async function requestNamed(id: number): Promise<SentRequest | undefined> {
  const { records, beside } = await listBeside('time_off_requests', { ids: [id] })
  return requestsOf(records, beside)[0]
}

/** Seconds of a kind that are pending. */
export function pendingSeconds(requests: readonly SentRequest[], kind: number): number {
  const entries = requests.flatMap((request) => request.entries)
  return entries.reduce(
    (sum, { jobcode_id, status, duration }) => (jobcode_id === kind && status === 'pending' ? sum + duration : sum),
    0,
  )
}

function requestsOf(records: readonly Records['time_off_requests'][], beside: Beside): SentRequest[] {
  return records
    .filter(({ active }) => active)
    .flatMap((record) => {
      const entries = record.time_off_request_entries
        .flatMap((id) => beside.time_off_request_entries?.[id] ?? [])
        .filter(({ active }) => active)
        .map((entry) => (record.status === 'canceled' ? { ...entry, status: record.status } : entry))
        .sort((a, b) => instant(a.start_time) - instant(b.start_time))
      if (entries.length === 0) return []
      const { id, user_id: userId, status, created } = record
      return {
        ...{ id, userId, status, created, entries },
        notes: record.time_off_request_notes.flatMap((note) => beside.time_off_request_notes?.[note] ?? []),
        first: entries[0]!.date,
        last: entries.at(-1)!.date,
        seconds: entries.reduce((sum, { duration }) => sum + duration, 0),
        kinds: [...new Set(entries.map(({ jobcode_id }) => jobcode_id))],
      }
    })
    .sort((a, b) => b.first.localeCompare(a.first) || b.id - a.id)
}
