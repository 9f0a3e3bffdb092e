import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { changing } from '../../components/dialogs/changing.ts'
import type { Alter } from '../../components/dialogs/consent.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../components/fields/form.tsx'
import { useGroupOptions } from '../../components/fields/options.ts'
import { CheckList } from '../../components/listing/checklist.tsx'
import { Button } from '../../components/page/button.tsx'
import { FieldProblem } from '../../components/page/refusals.ts'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { readHours } from '../../time.ts'
import type { Calendar } from './words.ts'

const labels = {
  name: msg('Name'),
  is_default: msg('Applies to everyone'),
  pay: msg('Holiday pay'),
  hours: msg('Hours per holiday'),
  weekends: msg('Also for holidays on Saturdays and Sundays'),
}

const eightHours = 8 * 3600

/** Creates or changes a calendar. */
export function CalendarDialog({
  calendar,
  alter,
  onClose,
}: {
  calendar: Calendar | undefined
  alter: Alter
  onClose: () => void
}) {
  const hours = useHours()
  const groups = useGroupOptions()
  const timeOff = useRecords('jobcodes', { type: 'pto', active: 'yes' })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(calendar?.group_ids))
  const { pay } = calendar ?? {}
  const form = useForm(
    {
      name: calendar?.name ?? '',
      is_default: calendar?.is_default ?? true,
      pay: String(pay?.jobcode_id ?? ''),
      hours: hours(pay?.seconds ?? eightHours),
      weekends: pay?.weekends ?? false,
    },
    labels,
  )
  const save = form.onSubmit(async (_, { name, is_default, pay, hours, weekends }) => {
    const seconds = readHours(hours)
    if (pay !== '' && (seconds === undefined || seconds < 60 || seconds > 86_400))
      throw new FieldProblem('hours', t('must be hours per holiday, like 8 or 7:30'))
    const body = {
      name,
      is_default,
      group_ids: [...chosen],
      pay: pay === '' ? null : { jobcode_id: Number(pay), seconds: seconds ?? eightHours, weekends },
    }
    await changing(() =>
      alter((alters_approved) =>
        calendar
          ? ask('PUT', '/api/console/holiday_calendars/{id}', {
              params: { id: calendar.id },
              body: { ...body, alters_approved },
            })
          : ask('POST', '/api/console/holiday_calendars', { body: { ...body, alters_approved } }),
      ),
    )
    toast(t('{name} saved.', { name: name.trim() }))
    onClose()
  })
  return (
    <Dialog
      title={calendar ? calendar.name : t('Add a calendar')}
      onClose={onClose}
      footer={
        <>
          {calendar && <DeleteButton calendar={calendar} alter={alter} onClose={onClose} />}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="calendar" kind="primary" busy={form.busy}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form id="calendar" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <TextField {...form.text('name')} required maxLength={64} autoComplete="off" hint={t('Like United States.')} />
        <Check {...form.check('is_default')} hint={t('Except groups with a calendar of their own.')} />
        {groups?.length !== 0 && (
          <CheckList
            label={t('Groups with this calendar')}
            things="groups"
            options={groups}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
        <SelectField
          {...form.text('pay')}
          hint={t('Each holiday adds paid time off to people’s timesheets when its day comes. It uses up no balance.')}
        >
          <option value="">{t('None')}</option>
          {timeOff.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {form.values.pay !== '' && (
          <>
            <TextField {...form.text('hours')} inputMode="decimal" autoComplete="off" />
            <Check {...form.check('weekends')} />
          </>
        )}
      </form>
    </Dialog>
  )
}

function DeleteButton({ calendar, alter, onClose }: { calendar: Calendar; alter: Alter; onClose: () => void }) {
  const [sure, setSure] = useState(false)
  const remove = () =>
    changing(() =>
      alter((alters_approved) =>
        ask('DELETE', '/api/console/holiday_calendars/{id}', {
          params: { id: calendar.id },
          query: alters_approved ? { alters_approved: 'true' } : {},
        }),
      ),
    ).then(() => {
      toast(t('{name} deleted.', { name: calendar.name }))
      onClose()
    }, toastError)
  return sure ? (
    <Button kind="danger" onClick={() => void remove()}>
      {t('{count, plural, one {Delete # holiday} other {Delete # holidays}}', { count: calendar.holidays.length })}
    </Button>
  ) : (
    <Button kind="quiet" onClick={() => setSure(true)}>
      {t('Delete')}
    </Button>
  )
}
