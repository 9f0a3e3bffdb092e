import { createContext, useContext } from 'react'
import type { Records } from '../../api/records.ts'
import type { Holidays } from '../../components/time/holidays.ts'
import type { TimeFormat } from '../../components/time/time_format.ts'
import { t } from '../../language.ts'
import type { Shift } from './shift/shifts.ts'
import type { Warning } from './warnings.ts'

/** Context that the parts of the schedule share. */
export type Board = {
  timeFormat: TimeFormat
  today: string
  /** A person's name; `Open` for an open shift. */
  nameOf: (userId: number | undefined) => string
  /** Name and full path of a job; empty for none. */
  jobOf: (jobId: number) => { name: string; path: string }
  /** Whether only the user's own shifts are shown, which leaves room for details. */
  roomy: boolean
  warningsOf: (shift: Shift) => readonly Warning[]
  /** Time off by person and date, `12/2026-11-18`. */
  off: ReadonlyMap<string, readonly Records['time_off_request_entries'][]>
  holidays: Holidays
  onOpen: (shift: Shift) => void
  /** Adds a shift for a person, or an open one; undefined for users who may not plan. */
  onAdd: ((place: { userId?: number | undefined; date: string }) => void) | undefined
}

const BoardContext = createContext<Board | undefined>(undefined)

/** Provides the board to its children. */
export const WithBoard = BoardContext

/** The board of the surrounding schedule. */
export function useBoard(): Board {
  const board = useContext(BoardContext)
  if (!board) throw new Error('useBoard outside of WithBoard')
  return board
}

/** A shift's display name: its title, or else its job. */
export function titleOf({ record }: Pick<Shift, 'record'>, { jobOf }: Pick<Board, 'jobOf'>): string {
  return record.title || jobOf(record.jobcode_id).name || t('Shift')
}

/** What the title does not say about the job: its full path, or just the parent path if the title is the job's name. */
export function jobNoteOf(shift: Pick<Shift, 'record'>, board: Pick<Board, 'jobOf'>): string {
  const { name, path } = board.jobOf(shift.record.jobcode_id)
  return titleOf(shift, board) === name ? path.slice(0, -name.length).replace(/ › $/, '') : path
}
