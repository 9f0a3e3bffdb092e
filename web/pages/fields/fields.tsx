import { ListPlus, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { BodyOf } from '../../api/contract.ts'
import { useRecords } from '../../api/queries.ts'
import { create, only } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Check, SelectField, TextField } from '../../components/field.tsx'
import { FormProblem, useForm } from '../../components/form.tsx'
import { activeFilter, type Column, useList } from '../../components/list.ts'
import { ActiveFilter, ListTable, ListTools } from '../../components/listing.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page.tsx'
import { changing } from '../../components/restoring.ts'
import { toast } from '../../components/toast.ts'
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
      Add a field
    </Button>
  )
  return (
    <Page
      title="Custom fields"
      about={
        used === 0
          ? 'Extra details to collect with time entries.'
          : `${used} of ${max} time entry fields in use.${full ? ' Archive one to add another.' : ''}`
      }
      actions={me.is_admin && add}
    >
      <Card>
        <Loaded of={fields} skeleton={<Skeleton lines={4} height={52} />}>
          {(all) =>
            all.length === 0 ? (
              <Empty
                icon={<ListPlus size={40} aria-hidden="true" />}
                title="No custom fields yet"
                action={me.is_admin ? add : undefined}
              >
                Custom fields collect more details with each time entry, such as a vehicle, cost type or permit.
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
        label="Custom fields"
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
    if (applies_to !== 'timesheet') return `All ${applies_to === 'user' ? 'people' : 'jobs'}`
    const count = counts.get(id) ?? 0
    if (show_to_all) return 'All jobs'
    return count === 0 ? 'No jobs yet' : count === 1 ? '1 job' : `${count} jobs`
  }
  return [
    {
      key: 'name',
      name: 'Name',
      by: ({ name }) => name,
      cell: ({ name, type, active }) => (
        <span className="two-lines">
          <span>
            {name} {!active && <span className="badge">Archived</span>}
          </span>
          <small>{kinds[type]}</small>
        </span>
      ),
    },
    {
      key: 'place',
      name: 'Applies to',
      by: ({ applies_to }) => places[applies_to],
      cell: ({ applies_to }) => places[applies_to],
    },
    { key: 'shown', name: 'Shown for', by: shownWith, cell: shownWith },
    {
      key: 'needed',
      name: 'Required',
      by: ({ required }) => (required ? 0 : 1),
      cell: ({ required }) => (required ? 'Yes' : 'No'),
    },
  ]
}

const labels = {
  name: 'Name',
  applies_to: 'Applies to',
  type: 'Type',
  required: 'Required',
  show_to_all: 'Show for all jobs',
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
        ? only(await create('customfields', [values]))
        : ask('POST', '/api/console/person_fields', { body: { name, type: type as FieldType, required } }),
    )
    toast(`${name} added.`)
    go(`/fields/${id}`)
  })
  return (
    <Dialog
      title="Add a custom field"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="field" kind="primary" busy={form.busy}>
            Add field
          </Button>
        </>
      }
    >
      <form id="field" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <TextField {...form.text('name')} required maxLength={64} autoComplete="off" />
        <SelectField {...form.text('applies_to')} hint={ofTime ? undefined : 'Appears on each person’s page.'}>
          {!full && <option value="timesheet">{places.timesheet}</option>}
          <option value="user">{places.user}</option>
        </SelectField>
        <SelectField {...form.text('type')} hint="You can’t change this later.">
          <option value="managed-list">{kinds['managed-list']}</option>
          <option value="free-form">{kinds['free-form']}, with suggestions</option>
        </SelectField>
        {ofTime && (
          <>
            <Check {...form.check('required')} hint="Entries that show it can’t be saved without it." />
            <Check {...form.check('show_to_all')} hint="Otherwise choose the jobs that show it." />
          </>
        )}
      </form>
    </Dialog>
  )
}
