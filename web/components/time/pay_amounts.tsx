import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { amountKindNames } from '../../../src/rules/pay/amounts.ts'
import { amountNames } from '../../../src/rules/payroll_files/kinds.ts'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { dateText, today } from '../../time.ts'
import { type Alter, useConsent } from '../dialogs/consent.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { toastError } from '../dialogs/toast.ts'
import { SelectField, TextField } from '../fields/field.tsx'
import { FormProblem, useForm } from '../fields/form.tsx'
import { Button } from '../page/button.tsx'
import { Card, Loaded, Skeleton } from '../page/page.tsx'
import { rateOf } from './money.ts'
import './pay_rates.css'
import {
  type AmountValues,
  addAmounts,
  amountLabels,
  amountText,
  firstOpen,
  newAmountOf,
  type PayAmount,
  removeAmount,
  startOf,
} from './pay_amounts.ts'

/** Whose amounts, through when that person's time is approved, and those of which dates; the year before and after today if omitted. */
type Of = { user_id: number; approvedTo: string; range?: { start_date: string; end_date: string } }

/** What a person is paid beside hours. Only administrators see it. */
export function PayAmounts({ user_id, approvedTo, range }: Of) {
  const me = useMe()
  const now = today(me.zone)
  const [adding, setAdding] = useState<{ corrected?: PayAmount }>()
  const { alter, dialog } = useConsent((day) =>
    t('Time through {day} is approved. Some of it would be paid differently than it was approved.', { day }),
  )
  const dates = range ?? { start_date: addDays(now, -365), end_date: addDays(now, 365) }
  const answer = useAnswer('setup', '/api/console/pay_amounts', { user_id, ...dates }, { enabled: me.is_admin })
  if (!me.is_admin) return null
  return (
    <Card
      title={t('Amounts')}
      actions={
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => setAdding({})}>
          {t('Add an amount')}
        </Button>
      }
    >
      <p className="quiet">{t('What is paid beside hours, such as a bonus. Only administrators see pay.')}</p>
      <Loaded of={answer} skeleton={<Skeleton lines={2} height={52} />}>
        {({ amounts }) => (
          <Amounts amounts={amounts} alter={alter} onCorrect={(corrected) => setAdding({ corrected })} />
        )}
      </Loaded>
      {adding && (
        <NewAmount
          user_id={user_id}
          corrected={adding.corrected}
          date={firstOpen(range && now > range.end_date ? range.end_date : now, approvedTo)}
          approvedTo={approvedTo}
          alter={alter}
          onClose={() => setAdding(undefined)}
        />
      )}
      {dialog}
    </Card>
  )
}

type ListProps = { amounts: readonly PayAmount[]; alter: Alter; onCorrect: (amount: PayAmount) => void }

function Amounts({ amounts, alter, onCorrect }: ListProps) {
  if (amounts.length === 0) return <p>{t('None yet.')}</p>
  const corrected = new Set(amounts.map(({ corrects }) => corrects))
  return (
    <ul className="pay-rates" aria-label={t('Amounts')}>
      {amounts.toReversed().map((amount) => (
        <li key={amount.id}>
          <div>
            <strong>{amountText(amount)}</strong> <span className="quiet">{aboutOf(amount)}</span>
            <small>{datesOf(amount)}</small>
          </div>
          {amount.approved && <span className="badge good">{t('Approved')}</span>}
          {amount.corrects === 0 && (
            <Button
              kind="quiet"
              icon={<Pencil size={18} aria-hidden="true" />}
              label={t('Correct {amount}', { amount: amountText(amount) })}
              onClick={() => onCorrect(amount)}
            />
          )}
          {!amount.approved && !corrected.has(amount.id) && (
            <Button
              kind="quiet"
              icon={<Trash2 size={18} aria-hidden="true" />}
              label={t('Remove {amount}', { amount: amountText(amount) })}
              onClick={() => void alter((consent) => removeAmount(amount, consent)).catch(toastError)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function aboutOf({ quantity, unit_rate, rest_minutes, corrects, note }: PayAmount): string {
  const pieces =
    quantity === null || unit_rate === null ? '' : t('{quantity} at {rate}', { quantity, rate: rateOf(unit_rate) })
  const rest = rest_minutes > 0 ? t('{minutes} min of rest', { minutes: rest_minutes }) : ''
  return [corrects > 0 ? t('Correction') : '', pieces, rest, note].filter(Boolean).join(', ')
}

function datesOf({ date, from, to }: PayAmount): string {
  const long = (day: string) => dateText(day, { year: 'numeric', month: 'short', day: 'numeric' })
  if (from === date && to === date) return long(date)
  return t('Paid {date}, earned {from} to {to}', { date: long(date), from: long(from), to: long(to) })
}

type NewProps = {
  user_id: number
  corrected: PayAmount | undefined
  date: string
  approvedTo: string
  alter: Alter
  onClose: () => void
}

function NewAmount({ user_id, corrected, date, approvedTo, alter, onClose }: NewProps) {
  const form = useForm<AmountValues>(startOf(date), amountLabels)
  const isPiece = !corrected && form.values.kind === 'piece'
  const save = form.onSubmit(async (_, values) => {
    const amount = newAmountOf(values, user_id, corrected)
    await alter((consent) => addAmounts([amount], consent, form.sent))
    onClose()
  })
  return (
    <Dialog
      title={corrected ? t('Correct {amount}', { amount: amountText(corrected) }) : t('Add an amount')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="pay-amount" kind="primary" busy={form.busy}>
            {corrected ? t('Add correction') : t('Add amount')}
          </Button>
        </>
      }
    >
      <form id="pay-amount" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        {!corrected && (
          <SelectField {...form.text('kind')}>
            {amountKindNames.map((kind) => (
              <option key={kind} value={kind}>
                {t(amountNames[kind])}
              </option>
            ))}
          </SelectField>
        )}
        {isPiece ? (
          <>
            <div className="form-row">
              <TextField {...form.text('quantity')} inputMode="decimal" required autoComplete="off" />
              <TextField {...form.text('unit_rate')} inputMode="decimal" required autoComplete="off" />
            </div>
            <TextField
              {...form.text('rest_minutes')}
              inputMode="numeric"
              hint={t('Rest periods are paid on top, at what the pieces of the workweek make an hour.')}
            />
          </>
        ) : (
          <TextField
            {...form.text('amount')}
            inputMode="decimal"
            required
            autoComplete="off"
            hint={corrected && t('What is added to the amount, or taken from it if it begins with a minus.')}
          />
        )}
        <TextField
          {...form.text('date')}
          type="date"
          required
          hint={
            approvedTo !== '' && date === addDays(approvedTo, 1)
              ? t('Approved through {date}.', { date: dateText(approvedTo) })
              : undefined
          }
        />
        {!corrected && (
          <div className="pay-amount-span">
            <div className="form-row">
              <TextField {...form.text('from')} type="date" />
              <TextField {...form.text('to')} type="date" />
            </div>
            <p className="hint">{t('If it was earned over several days. It is spread over their workweeks.')}</p>
          </div>
        )}
        <TextField {...form.text('note')} maxLength={500} />
      </form>
    </Dialog>
  )
}
