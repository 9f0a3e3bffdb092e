import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { ownReasons } from '../../../src/rules/time/accruals.ts'
import { useAnswer } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../components/fields/form.tsx'
import { Segments } from '../../components/listing/segments.tsx'
import { Button } from '../../components/page/button.tsx'
import { Loaded } from '../../components/page/page.tsx'
import { FieldProblem, FieldProblems } from '../../components/page/refusals.ts'
import { nameOf } from '../../components/people/names.ts'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { readManyHours } from './policy_form.ts'

type Props = { user: Records['users']; kinds: readonly Records['jobcodes'][]; onClose: () => void }

const labels = { jobcode_id: msg('Type'), seconds: msg('Hours'), reason: msg('Reason') }

/** A person's balances: how they came about, and a correction. */
export function BalanceDialog({ user, kinds, onClose }: Props) {
  const hours = useHours()
  const [way, setWay] = useState<'add' | 'take'>('add')
  const form = useForm({ jobcode_id: String(kinds[0]!.id), seconds: '', reason: '' }, labels)
  const { jobcode_id } = form.values
  const kind = kinds.find(({ id }) => String(id) === jobcode_id)!
  const balance = user.pto_balances[kind.id] ?? 0
  const typed = readManyHours(form.values.seconds)
  const change = way === 'add' ? (typed ?? 0) : -(typed ?? 0)
  const save = form.onSubmit(async (_, { reason }) => {
    if (!typed) throw new FieldProblem('seconds', t('must be hours, like 8 or 3:30'))
    if (reason.trim() === '') throw new FieldProblems({ reason: t('{field}: is required', { field: t('Reason') }) })
    const body = { user_id: user.id, jobcode_id: kind.id, seconds: change, reason }
    const outcome = await changing(() => ask('POST', '/api/console/pto_adjustments', { body, sent: form.sent }))
    toast(
      t('{name} now has {hours} of {kind}.', {
        name: nameOf(user),
        hours: hours(outcome.balance),
        kind: kind.name,
      }),
    )
    onClose()
  })
  return (
    <Dialog
      title={nameOf(user)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="pto-balance" kind="primary" busy={form.busy}>
            {t('Correct balance')}
          </Button>
        </>
      }
    >
      <form id="pto-balance" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <SelectField {...form.text('jobcode_id')}>
          {kinds.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}, {hours(user.pto_balances[id] ?? 0)}
            </option>
          ))}
        </SelectField>
        <Segments
          label={t('Add or subtract')}
          value={way}
          options={[
            { value: 'add', text: t('Add') },
            { value: 'take', text: t('Subtract') },
          ]}
          onChange={setWay}
        />
        <TextField
          {...form.text('seconds')}
          hint={
            typed
              ? t('New balance: {hours}', { hours: hours(balance + change) })
              : t('Balance: {hours}', { hours: hours(balance) })
          }
          placeholder="8"
          autoComplete="off"
          required
        />
        <TextField {...form.text('reason')} hint={t('Kept in the history below.')} maxLength={255} required />
      </form>
      <Ledger userId={user.id} kindId={kind.id} />
    </Dialog>
  )
}

/** What a person was granted, and why. */
function Ledger({ userId, kindId }: { userId: number; kindId: number }) {
  const hours = useHours()
  const ledger = useAnswer('setup', '/api/console/pto_ledger', { user_id: userId })
  return (
    <section className="pto-ledger">
      <h3>{t('Granted hours')}</h3>
      <Loaded of={ledger}>
        {({ lines }) => {
          const own = lines.filter(({ jobcode_id }) => jobcode_id === kindId)
          if (own.length === 0) return <p className="quiet">{t('Nothing yet.')}</p>
          return (
            <ul>
              {own.map(({ date, seconds, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines are never changed, and have no id.
                <li key={index}>
                  <time dateTime={date}>{dateText(date, { dateStyle: 'medium' })}</time>
                  <span>{ownReasons.has(reason) ? t(reason) : reason}</span>
                  <strong className="number">
                    {seconds > 0 ? '+' : ''}
                    {hours(seconds)}
                  </strong>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}
