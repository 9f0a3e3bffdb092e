import { Archive, ArchiveRestore } from 'lucide-react'
import { useParams } from 'wouter'
import { msg } from '../../../src/rules/language/messages.ts'
import { useRecords } from '../../api/queries.ts'
import { only, update } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { setActive } from '../../components/dialogs/restoring.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { Check, TextField } from '../../components/fields/field.tsx'
import { SaveBar, useForm } from '../../components/fields/form.tsx'
import { BackLink } from '../../components/page/back.tsx'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Facts } from '../../components/page/facts.tsx'
import { Card, Empty, Loaded, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { Choices } from './choices.tsx'
import './fields.css'
import { Filters } from './filters.tsx'
import { BringsAlong, ShowsWith } from './shows_with.tsx'
import { type FieldRecord, kinds, places } from './words.ts'

/** A custom field: its settings, where it appears, and its choices. */
export default function FieldPage() {
  const me = useMe()
  const { id = '' } = useParams<{ id: string }>()
  const fields = useRecords('customfields', { active: 'both', applies_to: 'all' })
  const field = fields.data?.find((one) => String(one.id) === id)
  if (fields.data && !field) return <Unknown />
  return (
    <Page
      title={field?.name ?? t('Custom field')}
      about={<BackLink href="/fields">{t('Custom fields')}</BackLink>}
      actions={field && me.is_admin && <ArchiveButton field={field} />}
    >
      <Loaded
        of={fields}
        skeleton={
          <Card>
            <Skeleton lines={5} height={64} />
          </Card>
        }
      >
        {(all) => field && <Field key={field.id} field={field} all={all} />}
      </Loaded>
    </Page>
  )
}

function ArchiveButton({ field }: { field: FieldRecord }) {
  const turn = () =>
    void setActive({ resource: 'customfields', things: 'fields', rows: [field], active: !field.active })
  return field.active ? (
    <Button icon={<Archive size={18} aria-hidden="true" />} onClick={turn}>
      {t('Archive')}
    </Button>
  ) : (
    <Button icon={<ArchiveRestore size={18} aria-hidden="true" />} onClick={turn}>
      {t('Restore')}
    </Button>
  )
}

function Field({ field, all }: { field: FieldRecord; all: readonly FieldRecord[] }) {
  const me = useMe()
  const ofTime = field.applies_to === 'timesheet'
  const others = all.filter(({ id, active, applies_to }) => id !== field.id && active && applies_to === 'timesheet')
  return (
    <>
      {!field.active && (
        <Notice kind="warn" title={t('Archived')}>
          {t('It no longer appears on new entries. Existing values stay.')}
        </Notice>
      )}
      <div className="fields-columns">
        <div>
          {me.is_admin ? <FieldForm field={field} /> : <FieldFacts field={field} />}
          {ofTime && field.active && !field.show_to_all && <ShowsWith field={field} />}
          {ofTime && field.active && others.length > 0 && <BringsAlong field={field} others={others} />}
        </div>
        <div>
          <Choices field={field} others={others} />
          {field.type === 'managed-list' && ofTime && field.active && <Filters field={field} />}
        </div>
      </div>
    </>
  )
}

const labels = {
  name: msg('Name'),
  short_code: msg('Short code'),
  required: msg('Required'),
  show_to_all: msg('Show for all jobs'),
}

function FieldForm({ field }: { field: FieldRecord }) {
  const { name, short_code, required, show_to_all } = field
  const form = useForm({ name, short_code, required, show_to_all }, labels)
  const ofTime = field.applies_to === 'timesheet'
  const save = form.onSubmit(async (changes) => {
    const saved = await changing(async () => only(await update('customfields', [{ id: field.id, ...changes }])))
    form.reset()
    toast(t('{name} saved.', { name: saved.name }))
  })
  return (
    <form ref={form.ref} className="fields-form" onSubmit={save} noValidate>
      <Card title={t('About')}>
        <Facts
          of={[
            [t('Type'), t(kinds[field.type])],
            [t('Applies to'), t(places[field.applies_to])],
          ]}
        />
        <div className="form">
          <div className="form-row">
            <TextField {...form.text('name')} required maxLength={64} autoComplete="off" />
            <TextField
              {...form.text('short_code')}
              maxLength={32}
              autoComplete="off"
              hint={t('For exports and integrations.')}
            />
          </div>
          <Check {...form.check('required')} hint={t('Entries that show it can’t be saved without it.')} />
          {ofTime && <Check {...form.check('show_to_all')} hint={t('Otherwise choose the jobs that show it.')} />}
        </div>
      </Card>
      <SaveBar form={form} />
    </form>
  )
}

function FieldFacts({ field }: { field: FieldRecord }) {
  return (
    <Card title={t('About')}>
      <Facts
        of={[
          [t('Type'), t(kinds[field.type])],
          [t('Applies to'), t(places[field.applies_to])],
          [t('Required'), field.required ? t('Yes') : t('No')],
          [t('Shown for all jobs'), field.show_to_all ? t('Yes') : t('No')],
        ]}
      />
      <p className="hint">{t('Only an administrator can change this. You can change the choices.')}</p>
    </Card>
  )
}

function Unknown() {
  return (
    <Page title={t('Field not found')} about={<BackLink href="/fields">{t('Custom fields')}</BackLink>}>
      <Empty
        title={t('Custom field not found')}
        action={
          <ButtonLink kind="primary" href="/fields">
            {t('See all fields')}
          </ButtonLink>
        }
      >
        {t('The link may be outdated.')}
      </Empty>
    </Page>
  )
}
