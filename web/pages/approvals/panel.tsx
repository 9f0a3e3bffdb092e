import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useAnswer } from '../../api/queries.ts'
import { CorrectionsToDecide } from '../../components/corrections/corrections.tsx'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import { useHours } from '../../components/time/hours.ts'
import { PayAmounts } from '../../components/time/pay_amounts.tsx'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { ChangedSincePaid } from '../pay_runs/adjustments.tsx'
import { AlongNotes } from './bulk_bar.tsx'
import { focusList } from './focus.ts'
import { PanelActions } from './panel_actions.tsx'
import { PanelDays } from './panel_days.tsx'
import { alongOf, mayApprove, neighbor, olderWaiting, type PayRun, type Row } from './run.ts'
import { StatusChip } from './table.tsx'
import { useKeys } from './use_keys.ts'
import type { PanelProps } from './use_run.ts'
import { changeText } from './words.ts'

/** A person's days next to the table: issues, corrections to decide, and actions. */
export function Panel(props: PanelProps) {
  const { run, row, view, approving, isRunning } = props
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [form, setForm] = useState<'back' | 'final'>()
  const [asking, setAsking] = useState(false)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { person } = row
  const order = view.order.current.length > 0 ? view.order.current : view.rows.map(({ id }) => id)
  const at = order.indexOf(row.id)
  const go = (step: 1 | -1) => {
    const to = neighbor(order, row.id, step)
    if (to !== undefined) view.show(to)
    return to !== undefined
  }
  const close = (to?: number) => {
    view.close()
    focusList(to)
  }
  const changeForm = (to: typeof form) => {
    setForm(to)
    // The field or button with the focus is then gone, and the window in which it was closed.
    if (!to) requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }))
  }
  const isReady = mayApprove(row, isRunning)
  const goOn = () => {
    // What is undone is looked at again, if the panel is still open.
    const again = () => document.querySelector('.payrun-panel') && view.show(row.id)
    // The row leaves the list in a moment.
    if (approving.approve([person], again) && !go(1)) close()
  }
  const approve = () => (row.status === 'sent_back' ? setAsking(true) : goOn())
  useKeys((key) => {
    if (key === 'j') go(1)
    else if (key === 'k') go(-1)
    else if (key === 'a' && isReady && !approving.isBusy && !form) approve()
    else if (key === 'r' && row.status !== 'approved') setForm('back')
    else if (key === 'Escape') form ? changeForm(undefined) : close(row.id)
    else return false
    return true
  })
  return (
    <aside className="payrun-panel no-print" aria-labelledby={id}>
      <header className="payrun-panel-head">
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {person.name}
          </h2>
          <p className="quiet">
            {t('{place} of {count}', { place: at + 1, count: order.length })}
            {view.groupName(person.group_id) && ` · ${view.groupName(person.group_id)}`} <StatusChip row={row} />
          </p>
        </div>
        <div className="payrun-panel-nav">
          <Button
            kind="quiet"
            icon={<ChevronLeft size={20} aria-hidden="true" />}
            label={t('Previous person (K)')}
            aria-keyshortcuts="K"
            disabled={at <= 0}
            onClick={() => go(-1)}
          />
          <Button
            kind="quiet"
            icon={<ChevronRight size={20} aria-hidden="true" />}
            label={t('Next person (J)')}
            aria-keyshortcuts="J"
            disabled={at === order.length - 1}
            onClick={() => go(1)}
          />
          <Button
            kind="quiet"
            icon={<X size={20} aria-hidden="true" />}
            label={t('Close')}
            onClick={() => close(row.id)}
          />
        </div>
      </header>
      <Sums row={row} />
      <div className="payrun-panel-body">
        <SentBack row={row} />
        {row.status !== 'approved' && <AlongNotes along={alongOf([row], view.unit)} older={olderWaiting(run, [row])} />}
        <Corrections run={run} row={row} />
        <ChangedSincePaid start_date={run.start_date} end_date={run.end_date} userId={row.id} />
        <PanelDays run={run} row={row}>
          <PayAmounts
            user_id={row.id}
            approvedTo={person.approved_to}
            range={{ start_date: run.start_date, end_date: run.end_date }}
          />
        </PanelDays>
      </div>
      {asking && <ApproveSentBack name={person.name} onApprove={goOn} onClose={() => setAsking(false)} />}
      <PanelActions {...props} form={form} onForm={changeForm} isReady={isReady} onApprove={approve} />
    </aside>
  )
}

/** Asks before time is approved that was sent back and has not come again. */
function ApproveSentBack({ name, onApprove, onClose }: { name: string; onApprove: () => void; onClose: () => void }) {
  return (
    <ActionDialog
      title={t('Approve {name}’s time?', { name })}
      label={t('Approve')}
      run={async () => onApprove()}
      onClose={onClose}
    >
      <p>{t('It was sent back and hasn’t been submitted again.')}</p>
    </ActionDialog>
  )
}

function Sums({ row }: { row: Row }) {
  const hours = useHours()
  const figure = (seconds: number) => (seconds === 0 ? '–' : hours(seconds))
  const sums = [
    { name: t('Regular'), text: figure(row.regular) },
    { name: t('Overtime'), text: figure(row.overtime) },
    { name: t('Time off'), text: figure(row.timeOff) },
    { name: t('Total'), text: hours(row.total) },
  ]
  return (
    <dl className="payrun-panel-sums">
      {sums.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt>{t('Change@@difference')}</dt>
        <dd className="quiet">{changeText(row.change, hours)}</dd>
      </div>
    </dl>
  )
}

/** The message with which the time was sent back. */
function SentBack({ row: { status, person } }: { row: Row }) {
  const sent = person.sent_back
  if (status !== 'sent_back' || !sent) return null
  return (
    <Notice kind="warn" title={sent.by ? t('Sent back by {name}', { name: sent.by }) : t('Sent back')}>
      {t('“{message}”', { message: sent.message })}
      <p className="quiet">
        {t('Stays sent back until it’s resubmitted through {day}.', { day: dateText(sent.end_date) })}
      </p>
    </Notice>
  )
}

function Corrections({ run, row: { id, person } }: { run: PayRun; row: Row }) {
  const { start_date, end_date } = run
  const query = { status: 'pending', user_id: id, start_date, end_date }
  const { data } = useAnswer('time', '/api/console/corrections', query, { enabled: person.corrections > 0 })
  if (person.corrections === 0 || !data) return null
  return <CorrectionsToDecide corrections={data.corrections} zone={person.zone} />
}
