import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { dateText, today } from '../../time.ts'
import { type Alter, useConsent } from '../dialogs/consent.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { Check, SelectField, TextField } from '../fields/field.tsx'
import { FormProblem, useForm } from '../fields/form.tsx'
import { useJobOptions } from '../fields/options.ts'
import { useJobs } from '../jobs/jobs.ts'
import { useAnchors } from '../page/anchor.ts'
import { BackLink } from '../page/back.tsx'
import { Button } from '../page/button.tsx'
import { Card, Loaded, Skeleton } from '../page/page.tsx'
import { nameOf } from '../people/names.ts'
import './pay_rates.css'
import { toastError } from '../dialogs/toast.ts'
import { PersonPicker } from '../people/person_picker.tsx'
import { PaidAlready } from './paid_already.tsx'
import {
  addRate,
  newRateOf,
  type PayRate,
  payText,
  type RateValues,
  removeRate,
  type ShownRate,
  salaryText,
  shownRates,
} from './pay_rates.ts'

/** Whose rates: those of a person, for all or some of their work, or those of a job, for everyone or some people. */
type Of = { user_id: number } | { jobcode_id: number }

/** The pay rates of a person or a job, with their dates. Only administrators see them. */
export function PayRates({ of }: { of: Of }) {
  const me = useMe()
  // The first day of the new rate, if that is known.
  const [adding, setAdding] = useState<{ from?: string }>()
  const [payRun] = useState<unknown>(() => history.state?.payRun)
  const { alter, dialog } = useConsent((day) =>
    t('Time through {day} is approved. Some of it would be paid differently than it was approved.', { day }),
  )
  const answer = useAnswer('setup', '/api/console/pay_rates', of, { enabled: me.is_admin })
  useAnchors(isOfPay, answer.data !== undefined, (fragment) => {
    const from = fragment.slice('pay-'.length)
    // A person without any rate has most likely always been paid the first one.
    if (from) setAdding({ from: answer.data?.rates.length ? from : '' })
    const add = document.querySelector<HTMLElement>('.pay-rates-card .card-head button')
    add?.scrollIntoView({ block: 'center' })
    add?.focus({ preventScroll: true })
  })
  if (!me.is_admin) return null
  return (
    <Card
      className="pay-rates-card"
      title={t('Pay rates')}
      actions={
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => setAdding({})}>
          {t('Add a rate')}
        </Button>
      }
    >
      {typeof payRun === 'string' && <BackLink href={payRun}>{t('Back to the pay run')}</BackLink>}
      <p className="quiet">
        {'user_id' in of
          ? t('A rate for a job counts before the rate for all other work. Only administrators see pay.')
          : t(
              'For this job, a person’s own rate comes first, then the rate for everyone, then the person’s general rate. Only administrators see pay.',
            )}
      </p>
      <Loaded of={answer} skeleton={<Skeleton lines={2} height={52} />}>
        {({ rates }) => <Rates of={of} rates={shownRates(rates, today(me.zone))} alter={alter} />}
      </Loaded>
      {adding && <NewRate of={of} {...adding} alter={alter} onClose={() => setAdding(undefined)} />}
      {dialog}
    </Card>
  )
}

/** `#pay` leads here; `#pay-2026-11-08` to a new rate from a day. */
const isOfPay = (fragment: string) => /^pay(-\d{4}-\d\d-\d\d)?$/.test(fragment)

const states = { now: msg('Today'), later: msg('Later'), past: '' }

function Rates({ of, rates, alter }: { of: Of; rates: readonly ShownRate[]; alter: Alter }) {
  const jobs = useJobs()
  const users = useRecords('users', { active: 'both' }, { enabled: 'jobcode_id' in of })
  if (rates.length === 0) return <p>{t('None yet.')}</p>
  const others = rates.some(({ jobcode_id }) => jobcode_id !== 0) ? t('All other work') : t('All work')
  const about = ({ user_id, jobcode_id }: ShownRate) => {
    if ('user_id' in of) return jobcode_id === 0 ? others : jobs.pathOf(jobcode_id) || t('Job {id}', { id: jobcode_id })
    const user = users.data?.find(({ id }) => id === user_id)
    return user_id === 0 ? t('Everyone') : user ? nameOf(user) : t('Person {id}', { id: user_id })
  }
  return (
    <ul className="pay-rates" aria-label={t('Pay rates')}>
      {rates.map((rate) => (
        <li key={rate.key}>
          <div>
            <strong>{payText(rate)}</strong>{' '}
            <span className="quiet">{[salaryText(rate), about(rate)].filter(Boolean).join(', ')}</span>
            <small>
              {rate.from === null ? t('Since the beginning') : t('From {date}', { date: longDate(rate.from) })}
            </small>
          </div>
          {states[rate.state] && (
            <span className={`badge ${rate.state === 'now' ? 'good' : ''}`}>{t(states[rate.state])}</span>
          )}
          <Button
            kind="quiet"
            icon={<Trash2 size={18} aria-hidden="true" />}
            label={
              rate.from === null
                ? t('Remove {rate}, always held', { rate: payText(rate) })
                : t('Remove {rate}, from {date}', { rate: payText(rate), date: longDate(rate.from) })
            }
            onClick={() =>
              void alter((consent) => removeRate(rate, consent), <PaidAlready {...concernedBy(rate)} />).catch(
                toastError,
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** From when on, and for whom, a change of a rate changes pay. */
function concernedBy({ from, user_id }: Pick<PayRate, 'from' | 'user_id'>) {
  return { from, userId: user_id || undefined }
}

const labels = {
  rate: msg('Rate'),
  per: msg('Per'),
  from: msg('From@@date'),
  jobcode_id: msg('Work'),
  week_hours: msg('Hours a week'),
}

function NewRate({ of, from, alter, onClose }: { of: Of; from?: string; alter: Alter; onClose: () => void }) {
  const me = useMe()
  const jobs = useJobOptions()
  const people = useRecords('users', { active: 'yes' }, { enabled: 'jobcode_id' in of })
  const start: RateValues = {
    ...{ rate: '', per: 'hour', from: from ?? today(me.zone), jobcode_id: '0', user_id: '0' },
    ...{ week_hours: '40', fluctuating: false },
  }
  const given = Object.fromEntries(Object.entries(of).map(([name, id]) => [name, String(id)]))
  const form = useForm<RateValues>({ ...start, ...given }, labels)
  const save = form.onSubmit(async (_, values) => {
    const rate = newRateOf(values)
    await alter((consent) => addRate(rate, consent), <PaidAlready {...concernedBy(rate)} />)
    onClose()
  })
  return (
    <Dialog
      title={t('Add a pay rate')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="pay-rate" kind="primary" busy={form.busy}>
            {t('Add rate')}
          </Button>
        </>
      }
    >
      <form id="pay-rate" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        {'user_id' in of ? (
          <SelectField {...form.text('jobcode_id')}>
            <option value="0">{t('All work without a rate of its own')}</option>
            {jobs?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <PersonPicker
            label={t('Person')}
            none={t('Everyone')}
            people={people.data ?? []}
            value={Number(form.values.user_id)}
            onChange={(id) => form.set({ user_id: String(id) })}
          />
        )}
        <div className="form-row">
          <TextField {...form.text('rate')} inputMode="decimal" required autoComplete="off" />
          {form.values.jobcode_id === '0' && (
            <SelectField {...form.text('per')}>
              <option value="hour">{t('Hour')}</option>
              <option value="week">{t('Week')}</option>
              <option value="month">{t('Month')}</option>
              <option value="year">{t('Year')}</option>
            </SelectField>
          )}
        </div>
        {form.values.jobcode_id === '0' && form.values.per !== 'hour' && (
          <>
            <TextField
              {...form.text('week_hours')}
              inputMode="decimal"
              hint={t(
                'A salary doesn’t depend on the hours worked. For people who aren’t exempt, overtime is paid on the salary over these hours.',
              )}
            />
            <Check
              label={t('Fluctuating workweek')}
              hint={t('The salary pays for all work of a week, and overtime adds its half.')}
              checked={form.values.fluctuating}
              onChange={(event) => form.set({ fluctuating: event.target.checked })}
            />
          </>
        )}
        <TextField
          {...form.text('from')}
          type="date"
          hint={t('The first day it is paid. Leave empty if it has always been paid.')}
        />
      </form>
    </Dialog>
  )
}

function longDate(date: string): string {
  return dateText(date, { year: 'numeric', month: 'short', day: 'numeric' })
}
