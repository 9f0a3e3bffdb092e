import { Pencil } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { act, setting, updating } from '../../api/actions.ts'
import { useRecords } from '../../api/queries.ts'
import { create, only } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { setActive } from '../../components/dialogs/restoring.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../components/fields/form.tsx'
import { finder, folded, inOrder } from '../../components/listing/order.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded, Skeleton } from '../../components/page/page.tsx'
import { explain } from '../../components/page/refusals.ts'
import { t } from '../../language.ts'
import { rememberFiltersOf } from './filters.tsx'
import { FieldChecks } from './shows_with.tsx'
import { type FieldRecord, type ItemRecord, listText } from './words.ts'

const shownMax = 100
const searchMin = 10

/** The choices of a field, or the values typed into it so far. */
export function Choices({ field, others }: { field: FieldRecord; others: readonly FieldRecord[] }) {
  const items = useRecords('customfielditems', { customfield_id: field.id, active: 'both' })
  return (
    <Card title={field.type === 'managed-list' ? t('Choices') : t('Values entered so far')}>
      <Loaded of={items} skeleton={<Skeleton lines={4} />}>
        {(all) => <ItemList field={field} items={all} others={others} />}
      </Loaded>
    </Card>
  )
}

function ItemList({
  field,
  items,
  others,
}: {
  field: FieldRecord
  items: readonly ItemRecord[]
  others: readonly FieldRecord[]
}) {
  const me = useMe()
  const [words, setWords] = useState('')
  const [archived, setArchived] = useState(false)
  const [open, setOpen] = useState<number>()
  const mayEdit = me.may('manage_jobcodes') && field.active
  const found = useMemo(() => {
    const holds = finder(words)
    return items
      .filter(({ active, name, short_code }) => active !== archived && holds(folded(`${name} ${short_code}`)))
      .sort((a, b) => inOrder(a.name, b.name))
  }, [items, archived, words])
  const some = items.some(({ active }) => !active)
  const names = new Map(others.map(({ id, name }) => [id, name]))
  const edited = items.find(({ id }) => id === open)
  return (
    <div className="form">
      {mayEdit && <AddItem field={field} />}
      {items.length >= searchMin && (
        <TextField
          label={t('Search choices')}
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {found.length === 0 ? (
        <p className="quiet">{words ? t('No matches.') : archived ? t('Nothing archived.') : t('Nothing yet.')}</p>
      ) : (
        <ul className="fields-items">
          {found.slice(0, shownMax).map((item) => (
            <li key={item.id}>
              <span className="two-lines">
                <span>
                  {item.name} {item.short_code && <span className="badge">{item.short_code}</span>}
                </span>
                {item.required_customfields.length > 0 && (
                  <small>
                    {t('Also shows {fields}', {
                      fields: listText(item.required_customfields.flatMap((id) => names.get(id) ?? [])),
                    })}
                  </small>
                )}
              </span>
              {mayEdit && (
                <Button
                  kind="quiet"
                  icon={<Pencil size={18} aria-hidden="true" />}
                  label={t('Change {name}', { name: item.name })}
                  onClick={() => setOpen(item.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {found.length > shownMax && (
        <p className="quiet">{t('{count} more. Search to see them.', { count: found.length - shownMax })}</p>
      )}
      <div className="fields-foot">
        <p className="hint">{t('Choices are sorted by name.')}</p>
        {(some || archived) && (
          <button type="button" className="link" onClick={() => setArchived(!archived)}>
            {archived ? t('Show active') : t('Show archived')}
          </button>
        )}
      </div>
      {edited && <ItemDialog key={edited.id} item={edited} others={others} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function AddItem({ field }: { field: FieldRecord }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const add = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    changing(async () => only(await create('customfielditems', [{ customfield_id: field.id, name }])))
      .then(
        (made) => {
          toast(t('{name} added.', { name: made.name }))
          setName('')
        },
        (error: Error) => setProblem(explain(error, { name: msg('Name') }).text),
      )
      .finally(() => setBusy(false))
  }
  return (
    <form className="fields-add" onSubmit={add} noValidate>
      <TextField
        label={t('Add a choice')}
        maxLength={128}
        autoComplete="off"
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" busy={busy} disabled={name.trim() === ''}>
        {t('Add')}
      </Button>
    </form>
  )
}

const labels = { name: msg('Name'), short_code: msg('Short code') }

function ItemDialog({
  item,
  others,
  onClose,
}: {
  item: ItemRecord
  others: readonly FieldRecord[]
  onClose: () => void
}) {
  const me = useMe()
  const form = useForm({ name: item.name, short_code: item.short_code }, labels)
  const [brings, setBrings] = useState<ReadonlySet<number>>(new Set(item.required_customfields))
  const changed = brings.symmetricDifference(new Set(item.required_customfields)).size > 0
  const save = form.onSubmit(async (changes) => {
    const shown = { of: 'customfielditems', id: item.id, customfield_ids: [...brings] }
    const saved = updating('customfielditems', [{ id: item.id, ...changes }])
    await changing(() => act([saved, setting('shown_fields', changed ? [shown] : [])]))
    toast(t('{name} saved.', { name: form.values.name }))
    onClose()
  })
  const turn = () => {
    onClose()
    void setActive({
      resource: 'customfielditems',
      things: 'choices',
      rows: [item],
      active: !item.active,
      remember: rememberFiltersOf,
    })
  }
  return (
    <Dialog
      title={t('Change {name}', { name: item.name })}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={turn}>
            {item.active ? t('Archive') : t('Restore')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="item" kind="primary" busy={form.busy}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form id="item" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <TextField
          {...form.text('name')}
          required
          maxLength={128}
          autoComplete="off"
          hint={t('Renaming also changes existing entries.')}
        />
        <TextField {...form.text('short_code')} maxLength={32} autoComplete="off" />
        {me.is_admin && others.length > 0 && item.active && (
          <fieldset>
            <legend className="label">{t('When selected, also ask for')}</legend>
            <FieldChecks
              fields={others}
              chosen={brings}
              disabled={false}
              onTurn={({ id }) => setBrings(brings.symmetricDifference(new Set([id])))}
            />
          </fieldset>
        )}
      </form>
    </Dialog>
  )
}
