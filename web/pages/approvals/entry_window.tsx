import { useEffect } from 'react'
import { toastError } from '../../components/dialogs/toast.ts'
import type { Place } from '../timesheet/entry/draft.ts'
import { EntryDialog } from '../timesheet/entry/entry.tsx'
import { useOwner } from '../timesheet/week/owner.ts'
import { closedOn, type Sheet } from '../timesheet/week/week.ts'

/** An entry to change, or without one, the place of a new entry. */
export type Opened = { sheet?: Sheet; place: Place }

/** The form of an entry over the person's days. It loads its data when it opens. */
export function EntryWindow({
  id,
  opened,
  onOpen,
  onClose,
}: {
  id: number
  opened: Opened
  onOpen: (opened: Opened) => void
  onClose: () => void
}) {
  const { owner, error } = useOwner(id)
  useEffect(() => {
    const from = document.activeElement
    return () => {
      // Return the focus to the entry, or to the person if the entry is gone.
      requestAnimationFrame(() => {
        const to = from?.isConnected ? from : document.querySelector('.payrun-panel h2')
        if (to instanceof HTMLElement) to.focus({ preventScroll: true })
      })
    }
  }, [])
  useEffect(() => {
    if (!error) return
    toastError(error)
    onClose()
  }, [error, onClose])
  if (!owner) return null
  return (
    <EntryDialog
      key={opened.sheet?.id ?? 'new'}
      owner={owner}
      sheet={opened.sheet}
      place={opened.place}
      closed={(date) => closedOn(date, owner.user, undefined)}
      secondsOf={({ duration }) => duration}
      onClose={onClose}
      onOpen={(sheet) => onOpen({ sheet, place: { date: sheet.date } })}
    />
  )
}
