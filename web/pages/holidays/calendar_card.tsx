import { CalendarPlus, HandCoins, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { isPaidDate } from '../../../src/rules/time/holidays.ts'
import { ask } from '../../api/request.ts'
import { changing } from '../../components/dialogs/changing.ts'
import type { Alter } from '../../components/dialogs/consent.tsx'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../components/fields/form.tsx'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Button } from '../../components/page/button.tsx'
import { Facts } from '../../components/page/facts.tsx'
import { Card } from '../../components/page/page.tsx'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { GrantDialog } from './grant_dialog.tsx'
import { type Calendar, type Holiday, scopeText, yearsOf } from './words.ts'

const one = '/api/console/holiday_calendars/{id}'

type Props = {
  calendar: Calendar
  all: readonly Calendar[]
  /** Names by id. */
  groups: ReadonlyMap<number, string>
  today: string
  alter: Alter
  onEdit: () => void
  onFill: () => void
}

/** A calendar: whom it applies to, what it pays, and its holidays of a year. */
export function CalendarCard(props: Props) {
  const { calendar, all, groups, today, onEdit, onFill } = props
  const [chosen, setYear] = useState<number>()
  const year = chosen ?? Number(today.slice(0, 4))
  const holidays = calendar.holidays.filter(({ date }) => date.startsWith(`${year}-`))
  return (
    <Card
      title={calendar.name}
      actions={
        <Button
          kind="quiet"
          icon={<Pencil size={18} aria-hidden="true" />}
          label={t('Edit {name}', { name: calendar.name })}
          onClick={onEdit}
        />
      }
    >
      <Facts
        of={[
          [t('Applies to'), scopeText(calendar, all, groups)],
          [t('Holiday pay'), <Pay key="pay" pay={calendar.pay} />],
        ]}
      />
      <div className="actions">
        <div className="holidays-year">
          <SelectField
            label={t('Year of {calendar}', { calendar: calendar.name })}
            hideLabel
            value={year}
            onChange={({ target }) => setYear(Number(target.value))}
          >
            {yearsOf(calendar, today).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
        </div>
        <Button icon={<CalendarPlus size={18} aria-hidden="true" />} onClick={onFill}>
          {t('Import')}
        </Button>
      </div>
      {holidays.length === 0 && <p className="quiet">{t('No holidays in {year}.', { year })}</p>}
      <ul className="holidays-list">
        {holidays.map((holiday) => (
          <HolidayLine key={holiday.date} holiday={holiday} {...props} />
        ))}
      </ul>
      <AddHoliday {...props} />
    </Card>
  )
}

function Pay({ pay }: { pay: Calendar['pay'] }) {
  const hours = useHours()
  const { byId } = useJobs()
  if (!pay) return <>{t('None')}</>
  const job = byId.get(pay.jobcode_id)
  const given = { hours: hours(pay.seconds), job: job?.path ?? t('an archived job') }
  return (
    <>
      {pay.weekends ? t('{hours} of {job}, also on weekends', given) : t('{hours} of {job}, Monday to Friday', given)}
      {job && !job.active && <span className="badge warn">{t('Archived: nothing is granted')}</span>}
    </>
  )
}

function HolidayLine({ calendar, holiday: { date, name }, today, alter }: Props & { holiday: Holiday }) {
  const remove = () =>
    changing(() =>
      alter((alters_approved) =>
        ask('DELETE', `${one}/holidays/{date}`, {
          params: { id: calendar.id, date },
          query: alters_approved ? { alters_approved: 'true' } : {},
        }),
      ),
    ).then(() => toast(t('{name} removed.', { name })), toastError)
  return (
    <li>
      <time dateTime={date}>{dateText(date)}</time>
      <span className="holidays-named">{name}</span>
      {isPaidDate(calendar, date) && date <= today && <GrantButton calendar={calendar} holiday={{ date, name }} />}
      <Button
        kind="quiet"
        icon={<Trash2 size={18} aria-hidden="true" />}
        label={t('Remove {name}', { name })}
        onClick={() => void remove()}
      />
    </li>
  )
}

/** Grants a holiday manually; the background job does so only on the day itself. */
function GrantButton({ calendar, holiday }: Pick<Props, 'calendar'> & { holiday: Holiday }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        icon={<HandCoins size={18} aria-hidden="true" />}
        label={t('Grant holiday pay for {holiday}', { holiday: holiday.name })}
        onClick={() => setOpen(true)}
      />
      {open && <GrantDialog calendar={calendar} holiday={holiday} onClose={() => setOpen(false)} />}
    </>
  )
}

const labels = { date: msg('Date'), name: msg('Holiday') }

function AddHoliday({ calendar, alter }: Props) {
  const form = useForm({ date: '', name: '' }, labels)
  const save = form.onSubmit(async (_, { date, name }) => {
    await changing(() =>
      alter((alters_approved) =>
        ask('POST', `${one}/holidays`, {
          params: { id: calendar.id },
          body: { holidays: [{ date, name }], alters_approved },
        }),
      ),
    )
    form.reset()
    toast(t('{name} added on {date}.', { name: name.trim(), date: dateText(date, { dateStyle: 'medium' }) }))
  })
  return (
    <form
      ref={form.ref}
      onSubmit={save}
      aria-label={t('Add a holiday to {calendar}', { calendar: calendar.name })}
      noValidate
    >
      <FormProblem text={form.general} />
      <div className="holidays-add">
        <TextField {...form.text('date')} type="date" required />
        <TextField {...form.text('name')} required maxLength={100} autoComplete="off" />
        <Button type="submit" busy={form.busy}>
          {t('Add')}
        </Button>
      </div>
    </form>
  )
}
