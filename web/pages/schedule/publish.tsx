import { BellRing, TriangleAlert } from 'lucide-react'
import { useChange } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import { locale, t } from '../../language.ts'
import { titleOf, useBoard } from './board.ts'
import { publish } from './changes.ts'
import type { Shift } from './shift/shifts.ts'
import { daysText, spanText } from './texts.ts'

/** Publishes drafts, after listing them and who will be notified. */
export function PublishDialog({ drafts, onClose }: { drafts: readonly Shift[]; onClose: () => void }) {
  const board = useBoard()
  const me = useMe()
  const { nameOf } = board
  const notified = [...new Set(drafts.flatMap(({ people }) => people))].filter((id) => id !== me.user.id)
  const doubtful = drafts.filter((shift) => board.warningsOf(shift).length > 0).length
  const open = drafts.filter(({ people }) => people.length === 0)
  const run = useChange(() => publish(drafts))
  const title = t('Publish {count, plural, one {# shift} other {# shifts}}', { count: drafts.length })
  const byPerson = Map.groupBy(
    drafts.flatMap((shift) => shift.people.map((id) => ({ id, shift }))),
    ({ id }) => id,
  )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind="primary"
            busy={run.isPending}
            onClick={() =>
              run.mutate(undefined, {
                onSuccess() {
                  toast(publishedText(drafts.length, notified.length))
                  onClose()
                },
              })
            }
          >
            {title}
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
              ? t('These shifts become visible to everyone who can see the schedule. No one is notified.')
              : `${t('These shifts become visible.')} ${notifiedText(notified.map(nameOf))}`}
          </span>
        </p>
        {doubtful > 0 && (
          <Notice
            kind="warn"
            title={t('{count, plural, one {# shift has conflicts} other {# shifts have conflicts}}', {
              count: doubtful,
            })}
          >
            {t(
              'Someone has another shift or time off at that time. Conflicts are marked with a triangle. You can still publish.',
            )}
          </Notice>
        )}
        {/*
         * biome-ignore lint/a11y/noNoninteractiveTabindex: the list may be longer than the window, so keyboard users must be
         * able to scroll it.
         */}
        <ul className="publish-list" tabIndex={0} aria-label={t('Drafts')}>
          {[...byPerson].map(([id, list]) => (
            <li key={id}>
              <h3>{nameOf(id)}</h3>
              <Lines shifts={list.map(({ shift }) => shift)} />
            </li>
          ))}
          {open.length > 0 && (
            <li>
              <h3>{t('Open shifts, unassigned')}</h3>
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
            <TriangleAlert size={15} className="shift-chip-warning" role="img" aria-label={t('has conflicts')} />
          )}
        </li>
      ))}
    </ul>
  )
}

const namedMax = 4

function notifiedText(names: readonly string[]): string {
  const count = names.length
  if (count > namedMax) return t('{count, plural, one {# person} other {# people}} will be notified.', { count })
  return t('{names} {count, plural, one {will be notified} other {will be notified}}.', {
    count,
    names: new Intl.ListFormat(locale()).format(names),
  })
}

function publishedText(shifts: number, people: number): string {
  return [
    t('{count, plural, one {# shift} other {# shifts}} published.', { count: shifts }),
    ...(people > 0 ? [t('{count, plural, one {# person} other {# people}} will be notified.', { count: people })] : []),
  ].join(' ')
}
