import { rich } from '../../components/rich.tsx'
import { t } from '../../language.ts'
import './settings.css'
import { useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useConsent } from '../../components/consent.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { nameOf } from '../../components/names.ts'
import { Card, Loaded, Page, Skeleton } from '../../components/page.tsx'
import { Reminders } from '../../components/reminders.tsx'
import { Addresses } from './addresses.tsx'
import { Alerts } from './alerts.tsx'
import { BreakRules } from './break_rules.tsx'
import { type Scope, type SettingsForm, useSettings } from './form.ts'
import { Overtime } from './overtime.tsx'
import { type Part, parts } from './plan.ts'
import { Effects, Preview } from './preview.tsx'
import { Provisioning } from './provisioning.tsx'
import { HoldsFrom, requestOf, SaveRow, saved } from './save_row.tsx'
import { SettingList, settingsAt } from './setting.tsx'
import { SingleSignOn } from './single_sign_on.tsx'

/** The company's settings, in cards that are saved one by one. */
export default function SettingsPage() {
  const [scope, setScope] = useState<Scope>({ for: 'company' })
  return (
    <Page title={t('Company settings')} about={t('Defaults for everyone, with overrides for groups and people.')}>
      <ScopeChoice scope={scope} onChange={setScope} />
      <Cards key={`${scope.for} ${scope.id}`} scope={scope} />
    </Page>
  )
}

function ScopeChoice({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const groups = useRecords('groups', { active: 'yes' })
  const people = useRecords('users', { active: 'yes' })
  return (
    <SelectField
      label={t('Settings for')}
      value={`${scope.for} ${scope.id ?? ''}`}
      onChange={({ target }) => {
        const [whom, id] = target.value.split(' ')
        onChange({ for: whom as Scope['for'], ...(id ? { id: Number(id) } : {}) })
      }}
    >
      <option value="company ">{t('Whole company')}</option>
      <optgroup label={t('A group')}>
        {groups.data?.map(({ id, name }) => (
          <option key={id} value={`group ${id}`}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('A person')}>
        {people.data?.map((user) => (
          <option key={user.id} value={`user ${user.id}`}>
            {nameOf(user)}
          </option>
        ))}
      </optgroup>
    </SelectField>
  )
}

function Cards({ scope }: { scope: Scope }) {
  const { alter, dialog } = useConsent((day) =>
    t('Time through {day} is approved. Some of it would be paid differently than it was approved.', { day }),
  )
  const form = useSettings(scope, (send, change) => alter(send, <Effects scope={scope} change={change} />))
  return (
    <Loaded of={form.question} skeleton={<Skeleton lines={5} height={180} />}>
      {() => (
        <div className="settings-cards">
          {scope.for === 'company' && <Name form={form} />}
          <Overtime form={form} scope={scope} />
          <BreakRules scope={scope} approvedTo={form.question.data!.approved_to} alter={alter} />
          {parts.map((part) => (
            <PartCard key={part.id} part={part} form={form} scope={scope} />
          ))}
          {scope.for === 'company' && (
            <>
              <Alerts />
              <Reminders target={{ kind: 'company' }} whose="everyone" />
              <Addresses />
              <SingleSignOn />
              <Provisioning />
            </>
          )}
          {scope.for === 'group' && <Reminders target={{ kind: 'group', id: scope.id! }} whose="everyone" />}
          {dialog}
        </div>
      )}
    </Loaded>
  )
}

function PartCard({ part, form, scope }: { part: Part; form: SettingsForm; scope: Scope }) {
  const shown = settingsAt(part.settings, scope)
  if (shown.length === 0) return null
  const changed = form.changed(part.settings)
  const change = requestOf(form, changed)
  const count = Object.values(changed).flatMap(Object.keys).length
  return (
    <Card title={t(part.title)}>
      <p className="quiet">{t(part.about)}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          form.save.mutate(change, { onSuccess: () => saved(form) })
        }}
      >
        <SettingList settings={shown} form={form} scope={scope} />
        <HoldsFrom form={form} changed={changed} />
        {form.isDated(changed) && <Preview key={JSON.stringify(change)} scope={scope} change={change} />}
        <SaveRow form={form} isChanged={count > 0} />
      </form>
    </Card>
  )
}

function Name({ form }: { form: SettingsForm }) {
  const { company } = useMe()
  const [name, setName] = useState<string>()
  const isChanged = name !== undefined && name !== company.name
  return (
    <Card title={t('Company')}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          form.save.mutate(
            { name: name ?? company.name },
            {
              onSuccess: () => {
                setName(undefined)
                saved(form)
              },
            },
          )
        }}
      >
        <TextField
          label={t('Name')}
          required
          maxLength={100}
          value={name ?? company.name}
          onChange={({ target }) => setName(target.value)}
        />
        <p className="quiet">
          {rich(t('Company name for signing in: <name/>.'), { name: () => <strong>{company.client_url}</strong> })}
        </p>
        <SaveRow form={form} isChanged={isChanged} />
      </form>
    </Card>
  )
}
