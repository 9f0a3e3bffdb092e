import { ListPlus, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { msg } from '../../../src/rules/language/messages.ts'
import type { BodyOf } from '../../api/contract.ts'
import { useRecords } from '../../api/queries.ts'
import { create, only } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../components/fields/form.tsx'
import { activeFilter, type Column, useList } from '../../components/listing/list.ts'
import { ActiveFilter, ListTable, ListTools } from '../../components/listing/listing.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import './fields.css'
import { type FieldRecord, kinds, places } from './words.ts'

const usualMax = 6

/** The custom fields of the company. */
export default function FieldsPage() {
  const me = useMe()
  const fields = useRecords('customfields', { active: 'both', applies_to: 'all' })
  const [adding, setAdding] = useState(false)
  const used = (fields.data ?? []).filter(({ active, applies_to }) => active && applies_to === 'timesheet').length
  const max = Number(me.settings.customfields?.maximum_allowed_timesheet_custom_fields) || usualMax
  const full = used >= max
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('Add a field')}
    </Button>
  )
  return (
    <Page
      title={t('Custom fields')}
      about={
        // Another text would move the button beside it.
        fields.data === undefined
          ? '\u00a0'
          : used === 0
            ? t('Extra details to collect with time entries.')
            : full
              ? t('{used} of {max} time entry fields in use. Archive one to add another.', { used, max })
              : t('{used} of {max} time entry fields in use.', { used, max })
      }
      actions={me.is_admin && add}
    >
      <Card>
        <Loaded of={fields} skeleton={<Skeleton lines={4} height={52} />}>
          {(all) =>
            all.length === 0 ? (
              <Empty
                icon={<ListPlus size={40} aria-hidden="true" />}
                title={t('No custom fields yet')}
                action={me.is_admin ? add : undefined}
              >
                {t('Custom fields collect more details with each time entry, such as a vehicle, cost type or permit.')}
              </Empty>
            ) : (
              <Fields fields={all} />
            )
          }
        </Loaded>
      </Card>
      {adding && <AddField full={full} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Fields({ fields }: { fields: readonly FieldRecord[] }) {
  const jobs = useRecords('jobcodes', { active: 'both', type: 'all' })
  const columns = useMemo(() => {
    const counts = new Map<number, number>()
    for (const { required_customfields } of jobs.data ?? [])
      for (const id of required_customfields) counts.set(id, (counts.get(id) ?? 0) + 1)
    return columnsOf(counts)
  }, [jobs.data])
  const list = useList({ rows: fields, text, columns, filters: activeFilter })
  return (
    <>
      <ListTools list={list} things={['field', 'fields']}>
        <ActiveFilter list={list} />
      </ListTools>
      <ListTable
        list={list}
        columns={columns}
        label={t('Custom fields')}
        nameOf={({ name }) => name}
        hrefOf={({ id }) => `/fields/${id}`}
        isDim={({ active }) => !active}
      />
    </>
  )
}

function text({ name, short_code }: FieldRecord): string {
  return `${name} ${short_code}`
}

function columnsOf(counts: ReadonlyMap<number, number>): Column<FieldRecord>[] {
  const shownWith = ({ id, show_to_all, applies_to }: FieldRecord) => {
    if (applies_to !== 'timesheet') return applies_to === 'user' ? t('All people') : t('All jobs')
    const count = counts.get(id) ?? 0
    if (show_to_all) return t('All jobs')
    return count === 0 ? t('No jobs yet') : t('{count, plural, one {# job} other {# jobs}}', { count })
  }
  return [
    {
      key: 'name',
      name: t('Name'),
      by: ({ name }) => name,
      cell: ({ name, type, active }) => (
        <span className="two-lines">
          <span>
            {name} {!active && <span className="badge">{t('Archived')}</span>}
          </span>
          <small>{t(kinds[type])}</small>
        </span>
      ),
    },
    {
      key: 'place',
      name: t('Applies to'),
      by: ({ applies_to }) => t(places[applies_to]),
      cell: ({ applies_to }) => t(places[applies_to]),
    },
    { key: 'shown', name: t('Shown for'), by: shownWith, cell: shownWith },
    {
      key: 'needed',
      name: t('Required'),
      by: ({ required }) => (required ? 0 : 1),
      cell: ({ required }) => (required ? t('Yes') : t('No')),
    },
  ]
}

const labels = {
  name: msg('Name'),
  applies_to: msg('Applies to'),
  type: msg('Type'),
  required: msg('Required'),
  show_to_all: msg('Show for all jobs'),
}

type FieldType = BodyOf<'POST /api/console/person_fields'>['type']

function AddField({ full, onClose }: { full: boolean; onClose: () => void }) {
  const [, go] = useLocation()
  const fresh = {
    name: '',
    applies_to: full ? 'user' : 'timesheet',
    type: 'managed-list',
    required: false,
    show_to_all: true,
  }
  const form = useForm(fresh, labels)
  const ofTime = form.values.applies_to === 'timesheet'
  const save = form.onSubmit(async (_, values) => {
    const { name, type, required } = values
    const { id } = await changing(async () =>
      ofTime
        ? only(await create('customfields', [values], { sent: form.sent }))
        : ask('POST', '/api/console/person_fields', { body: { name, type: type as FieldType, required } }),
    )
    toast(t('{name} added.', { name }))
    go(`/fields/${id}`)
  })
  return (
    <Dialog
      title={t('Add a custom field')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="field" kind="primary" busy={form.busy}>
            {t('Add field')}
          </Button>
        </>
      }
    >
      <form id="field" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <TextField {...form.text('name')} required maxLength={64} autoComplete="off" />
        <SelectField {...form.text('applies_to')} hint={ofTime ? undefined : t('Appears on each person’s page.')}>
          {!full && <option value="timesheet">{t(places.timesheet)}</option>}
          <option value="user">{t(places.user)}</option>
        </SelectField>
        <SelectField {...form.text('type')} hint={t('You can’t change this later.')}>
          <option value="managed-list">{t(kinds['managed-list'])}</option>
          <option value="free-form">{t('Free text, with suggestions')}</option>
        </SelectField>
        {ofTime && (
          <>
            <Check {...form.check('required')} hint={t('Entries that show it can’t be saved without it.')} />
            <Check {...form.check('show_to_all')} hint={t('Otherwise choose the jobs that show it.')} />
          </>
        )}
      </form>
    </Dialog>
  )
}
