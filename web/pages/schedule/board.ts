import { createContext, useContext } from 'react'
import type { Records } from '../../api/records.ts'
import type { TimeFormat } from '../../components/time_format.ts'
import type { Shift } from './shifts.ts'
import type { Warning } from './warnings.ts'

/** What the parts of the schedule share. */
export type Board = {
  timeFormat: TimeFormat
  today: string
  /** The name of a person; of nobody: Open. */
  nameOf: (userId: number | undefined) => string
  /** Name and whole path of a job; empty for none. */
  jobOf: (jobId: number) => { name: string; path: string }
  /** Whether only one's own shifts are shown: then there is room for more of each. */
  roomy: boolean
  warningsOf: (shift: Shift) => readonly Warning[]
  /** Time off by person and date, `12/2026-11-18`. */
  off: ReadonlyMap<string, readonly Records['time_off_request_entries'][]>
  onOpen: (shift: Shift) => void
  /** Adds a shift for a person, or for nobody; undefined for who plans nothing. */
  onAdd: ((place: { userId?: number | undefined; date: string }) => void) | undefined
}

const BoardContext = createContext<Board | undefined>(undefined)

/** Gives it to the parts inside. */
export const WithBoard = BoardContext

/** What the parts of the schedule share. */
export function useBoard(): Board {
  const board = useContext(BoardContext)
  if (!board) throw new Error('useBoard outside of WithBoard')
  return board
}

/** What a shift is called: its title, else its job. */
export function titleOf({ record }: Pick<Shift, 'record'>, { jobOf }: Pick<Board, 'jobOf'>): string {
  return record.title || jobOf(record.jobcode_id).name || 'Shift'
}

/** What the title leaves open of the job: its path, or what it belongs to where the title is its name. */
export function jobNoteOf(shift: Pick<Shift, 'record'>, board: Pick<Board, 'jobOf'>): string {
  const { name, path } = board.jobOf(shift.record.jobcode_id)
  return titleOf(shift, board) === name ? path.slice(0, -name.length).replace(/ › $/, '') : path
}
