import '../grid/windows.css'
import { useState } from 'react'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { useJobs } from '../../../components/jobs/jobs.ts'
import { Skeleton } from '../../../components/page/page.tsx'
import { t } from '../../../language.ts'
import { ProposalDialog } from '../proposal/proposal_dialog.tsx'
import type { Owner } from '../week/owner.ts'
import type { Closed, Sheet, Week } from '../week/week.ts'
import type { Place } from './draft.ts'
import { EntryForm } from './entry_form.tsx'
import { EntryView } from './entry_view.tsx'
import { askText, closedText } from './text.ts'

type Props = {
  owner: Owner
  /** The entry to open; without it a new one is added at `place`. */
  sheet?: Sheet | undefined
  place: Place
  closed: (date: string) => Closed
  secondsOf: Week['secondsOf']
  onClose: () => void
  onOpen: (sheet: Sheet) => void
  /** Clocks in as in the entry; undefined if that is not possible. */
  onContinue?: (() => void) | undefined
}

/** An entry in a window: to add, edit or view. */
export function EntryDialog(props: Props) {
  const { owner, sheet, place, closed, onClose } = props
  const [proposing, setProposing] = useState(false)
  const { ready } = useJobs(owner.user.id)
  const reason = sheet && whyNot(sheet, owner, closed(sheet.date))
  if (!ready)
    return (
      <Dialog title={t('Entry')} onClose={onClose}>
        <Skeleton lines={5} />
      </Dialog>
    )
  // People on the clock may always say what they are working on.
  const ownRunning = sheet?.on_the_clock === true && owner.isMe
  if (sheet && proposing)
    return <ProposalDialog owner={owner} sheet={sheet} date={sheet.date} onClose={onClose} onOpen={props.onOpen} />
  // Approved time must first be reopened, and a locked entry cannot be changed at all.
  const mayPropose = sheet && owner.isMe && sheet.locked === 0 && closed(sheet.date) !== 'approved'
  if (sheet && reason !== undefined && !ownRunning)
    return (
      <EntryView
        owner={owner}
        sheet={sheet}
        seconds={props.secondsOf(sheet)}
        reason={reason}
        mayNotes={owner.rights.mayNotes && whyClosed(sheet, owner, closed(sheet.date)) === undefined}
        onContinue={props.onContinue}
        onPropose={mayPropose ? () => setProposing(true) : undefined}
        onClose={onClose}
      />
    )
  return (
    <EntryForm
      owner={owner}
      sheet={sheet}
      place={place}
      fixedTimes={reason !== undefined}
      closed={closed}
      onClose={onClose}
      onOpen={props.onOpen}
      onContinue={props.onContinue}
    />
  )
}

/** Why an entry cannot be changed, or undefined. */
function whyNot(sheet: Sheet, owner: Owner, closed: Closed): string | undefined {
  const { rights, isMe, managers } = owner
  const isClosed = whyClosed(sheet, owner, closed)
  if (isClosed !== undefined || rights.mayEdit) return isClosed
  return isMe
    ? `${t('You can’t change your time yourself.')} ${askText(managers, 'only', managers.length)}`
    : t('You have view-only access.')
}

/** Why no part of an entry can be changed, or undefined. */
function whyClosed({ locked }: Sheet, owner: Owner, closed: Closed): string | undefined {
  if (locked > 0) return t('This entry is locked: it has been exported or invoiced.')
  return closed && !owner.rights.passesClosed ? closedText(closed, owner) : undefined
}
