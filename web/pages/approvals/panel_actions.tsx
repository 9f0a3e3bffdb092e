import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TextArea, TextField } from '../../components/fields/field.tsx'
import { submitByKeys } from '../../components/fields/submit_keys.ts'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { ReopenDialog } from './reopen_dialog.tsx'
import type { PanelProps } from './use_run.ts'

type Form = 'back' | 'final' | undefined

type Props = PanelProps & {
  form: Form
  onForm: (form: Form) => void
  /** Whether the time can be approved. */
  isReady: boolean
  onApprove: () => void
}

/** The actions on the person's time: the buttons, or the form of one of them. */
export function PanelActions(props: Props) {
  const { row, run, approving, isRunning, form, onForm, isReady, onApprove } = props
  const { person, status } = row
  if (form === 'back') return <SendBack {...props} />
  if (form === 'final') return <FinalPay {...props} />
  return (
    <footer className="payrun-panel-foot">
      {person.running !== null && !isRunning && (
        <p className="quiet">
          {t('{name} is on the clock. The time can be approved once they clock out.', { name: person.name })}
        </p>
      )}
      {person.corrections > 0 && status !== 'approved' && (
        <p className="quiet">
          {person.corrections === 1
            ? t('Accept or decline the correction before you approve.')
            : t('Accept or decline the corrections before you approve.')}
        </p>
      )}
      <div className="actions">
        {status === 'approved' || person.approved_to >= run.start_date ? <Reopen {...props} /> : null}
        {status !== 'approved' && (
          <Button aria-keyshortcuts="R" onClick={() => onForm('back')}>
            {t('Send back')} <Key name="R" />
          </Button>
        )}
        {status !== 'approved' && isRunning && <Button onClick={() => onForm('final')}>{t('Final pay…')}</Button>}
        {status !== 'approved' && !isRunning && (
          <Button kind="primary" aria-keyshortcuts="A" disabled={!isReady} busy={approving.isBusy} onClick={onApprove}>
            {t('Approve')} <Key name="A" />
          </Button>
        )}
      </div>
    </footer>
  )
}

/** Reopens the time; asks first if later time is reopened, too. */
function Reopen({ row: { person }, approving, onForm }: Props) {
  const [asking, setAsking] = useState(false)
  const reopening = approving.reopeningOf(person)
  const run = () => {
    approving.reopen(person, reopening)
    onForm(undefined)
  }
  return (
    <>
      <Button busy={approving.isBusy} onClick={() => (reopening.later.length > 0 ? setAsking(true) : run())}>
        {t('Reopen')}
      </Button>
      {asking && (
        <ReopenDialog
          userId={person.user_id}
          name={person.name}
          reopening={reopening}
          onReopen={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** The keyboard shortcut of a button; screen readers get it from `aria-keyshortcuts`. */
function Key({ name }: { name: string }) {
  return (
    <span className="payrun-key" aria-hidden="true">
      {name}
    </span>
  )
}

function SendBack({ row: { person }, run, approving, onForm }: Props) {
  const [text, setText] = useState(() =>
    person.exceptions.map(({ date, words }) => `${dateText(date)}: ${words}`).join('\n'),
  )
  const [problem, setProblem] = useState<string>()
  const until = [person.submitted_to, person.approved_to].sort()[1]!
  const form = useFocused<HTMLFormElement>('textarea')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    approving.sendBack(person, text.trim()).then(
      () => onForm(undefined),
      (error: Error) => setProblem(error.message),
    )
  }
  return (
    <form ref={form} className="payrun-panel-foot form" onSubmit={submit} onKeyDown={submitByKeys}>
      {problem && <Notice kind="bad">{problem}</Notice>}
      {until > run.end_date && (
        <Notice kind="warn">{t('This also sends back the time through {date}.', { date: dateText(until) })}</Notice>
      )}
      <TextArea
        label={t('What needs to change?')}
        hint={t('{name} sees this message and can correct and resubmit the time from {day} on.', {
          name: person.name,
          day: dateText(run.start_date),
        })}
        rows={4}
        required
        maxLength={1500}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="actions">
        <Button onClick={() => onForm(undefined)}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" busy={approving.isBusy} disabled={text.trim() === ''}>
          {t('Send back')}
        </Button>
      </div>
    </form>
  )
}

/** Approves a person's time in the current period through their last day. */
function FinalPay({ row: { person }, run, approving, onForm }: Props) {
  const [date, setDate] = useState(run.today)
  const form = useFocused<HTMLFormElement>('input')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    approving.approveThrough(person, date)
    onForm(undefined)
  }
  return (
    <form ref={form} className="payrun-panel-foot form" onSubmit={submit}>
      <TextField
        label={t('Last day to pay')}
        hint={t('For {name} only. On approved days they can no longer clock in or add time.', { name: person.name })}
        type="date"
        required
        min={run.start_date}
        max={run.today}
        value={date}
        onChange={({ target }) => setDate(target.value)}
      />
      <div className="actions">
        <Button onClick={() => onForm(undefined)}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" busy={approving.isBusy} disabled={person.running !== null || date === ''}>
          {date === '' ? t('Approve for final pay') : t('Approve through {day}', { day: dateText(date) })}
        </Button>
      </div>
      {person.running !== null && (
        <p className="quiet">{t('{name} is on the clock and must clock out first.', { name: person.name })}</p>
      )}
    </form>
  )
}

/** Moves the focus into a form when it appears. */
function useFocused<E extends HTMLElement>(field: string) {
  const ref = useRef<E>(null)
  useEffect(() => {
    const found = ref.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(field)
    found?.focus()
    // After what is there already, to go on with it.
    if (found instanceof HTMLTextAreaElement) found.setSelectionRange(found.value.length, found.value.length)
  }, [field])
  return ref
}
