import { BellRing, TriangleAlert } from 'lucide-react'
import { useChange } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/page.tsx'
import { toast } from '../../components/toast.ts'
import { titleOf, useBoard } from './board.ts'
import { publish } from './changes.ts'
import type { Shift } from './shifts.ts'
import { counted, daysText, spanText } from './texts.ts'

/** Publishes drafts, after listing them and who will be notified. */
export function PublishDialog({ drafts, onClose }: { drafts: readonly Shift[]; onClose: () => void }) {
  const board = useBoard()
  const me = useMe()
  const { nameOf } = board
  const notified = [...new Set(drafts.flatMap(({ people }) => people))].filter((id) => id !== me.user.id)
  const doubtful = drafts.filter((shift) => board.warningsOf(shift).length > 0).length
  const open = drafts.filter(({ people }) => people.length === 0)
  const run = useChange(() => publish(drafts))
  const shifts = counted(drafts.length, 'shift')
  const byPerson = Map.groupBy(
    drafts.flatMap((shift) => shift.people.map((id) => ({ id, shift }))),
    ({ id }) => id,
  )
  return (
    <Dialog
      title={`Publish ${shifts}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={run.isPending}
            onClick={() =>
              run.mutate(undefined, {
                onSuccess() {
                  toast(
                    `${shifts} published.${notified.length > 0 ? ` ${counted(notified.length, 'person', 'people')} will be notified.` : ''}`,
                  )
                  onClose()
                },
              })
            }
          >
            Publish {shifts}
          </Button>
        </>
      }
    >
      <div className="form">
        {run.error && <Notice kind="bad">{run.error.message}</Notice>}
        <p className="publish-notified">
          <BellRing size={20} className="publish-bell" aria-hidden="true" />
          <span>
            {notified.length === 0
              ? 'These shifts become visible to everyone who can see the schedule. No one is notified.'
              : `These shifts become visible. ${namesText(notified.map(nameOf))} will be notified.`}
          </span>
        </p>
        {doubtful > 0 && (
          <Notice kind="warn" title={`${counted(doubtful, 'shift has', 'shifts have')} conflicts`}>
            Someone has another shift or time off at that time. Conflicts are marked with a triangle. You can still
            publish.
          </Notice>
        )}
        {/*
         * biome-ignore lint/a11y/noNoninteractiveTabindex: the list may be longer than the window, so keyboard users must be
         * able to scroll it.
         */}
        <ul className="publish-list" tabIndex={0} aria-label="Drafts">
          {[...byPerson].map(([id, list]) => (
            <li key={id}>
              <h3>{nameOf(id)}</h3>
              <Lines shifts={list.map(({ shift }) => shift)} />
            </li>
          ))}
          {open.length > 0 && (
            <li>
              <h3>Open shifts, unassigned</h3>
              <Lines shifts={open} />
            </li>
          )}
        </ul>
      </div>
    </Dialog>
  )
}

function Lines({ shifts }: { shifts: readonly Shift[] }) {
  const board = useBoard()
  return (
    <ul>
      {shifts.map((shift) => (
        <li key={shift.id}>
          {daysText(shift)}, {spanText(shift, board.timeFormat)} · {titleOf(shift, board)}
          {board.warningsOf(shift).length > 0 && (
            <TriangleAlert size={15} className="shift-chip-warning" role="img" aria-label="has conflicts" />
          )}
        </li>
      ))}
    </ul>
  )
}

const namedMax = 4

function namesText(names: readonly string[]): string {
  if (names.length > namedMax) return `${names.length} people`
  return new Intl.ListFormat('en').format(names)
}
