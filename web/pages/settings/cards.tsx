import { type ReactNode, useState } from 'react'
import { useMe } from '../../api/start.ts'
import type { Alter } from '../../components/dialogs/consent.tsx'
import { TextField } from '../../components/fields/field.tsx'
import { Card } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { Reminders } from '../../components/people/reminders.tsx'
import { t } from '../../language.ts'
import { Addresses } from './addresses.tsx'
import { Alerts } from './alerts.tsx'
import { BreakRules } from './break_rules.tsx'
import { Follows } from './follows.tsx'
import type { Scope, SettingsForm } from './form.ts'
import { CardProblem, HoldsFrom, requestOf } from './holds_from.tsx'
import { Overtime } from './overtime.tsx'
import { type Part, parts, settingsAt } from './plan.ts'
import { Effects, Preview } from './preview.tsx'
import { Provisioning } from './provisioning.tsx'
import { useCardForm } from './save_bar.tsx'
import { SettingList } from './setting.tsx'
import { SingleSignOn } from './single_sign_on.tsx'
import { WorkingPattern } from './working_pattern.tsx'

type Given = { form: SettingsForm; scope: Scope; alter: Alter }

/** What shows a section, by its id. */
export const cards: Readonly<Record<string, (given: Given) => ReactNode>> = {
  company: ({ form }) => <Name form={form} />,
  overtime: ({ form, scope }) => <Overtime form={form} scope={scope} />,
  pattern: ({ form, scope, alter }) => (
    <WorkingPattern scope={scope} approvedTo={form.question.data!.approved_to} alter={alter} />
  ),
  breaks: ({ form, scope, alter }) => (
    <BreakRules scope={scope} approvedTo={form.question.data!.approved_to} alter={alter} />
  ),
  alerts: () => <Alerts />,
  reminders: ({ scope }) => <Reminders target={targetOf(scope)} whose="everyone" />,
  addresses: () => <Addresses />,
  'single-sign-on': () => <SingleSignOn />,
  provisioning: () => <Provisioning />,
  ...Object.fromEntries(
    parts.map((part) => [part.id, ({ form, scope }: Given) => <PartCard part={part} form={form} scope={scope} />]),
  ),
}

function targetOf(scope: Scope): Parameters<typeof Reminders>[0]['target'] {
  return scope.for === 'group' ? { kind: 'group', id: scope.id! } : { kind: 'company' }
}

function PartCard({ part, form, scope }: { part: Part; form: SettingsForm; scope: Scope }) {
  const title = t(part.title)
  const changed = form.changed(part.settings)
  const change = requestOf(form, changed)
  const discard = () => form.reset(part.settings)
  const save = async () => {
    await form.saveCard(title, change)
    discard()
    return undefined
  }
  const card = useCardForm(title, Object.keys(changed).length > 0, save, discard)
  return (
    <Card title={title}>
      <p className="quiet">{t(part.about)}</p>
      <form {...card}>
        <SettingList settings={settingsAt(part.settings, scope)} form={form} scope={scope} />
        <Follows section={part.id} form={form} />
        <HoldsFrom form={form} changed={changed} />
        {form.isDated(changed) && (
          <Preview key={JSON.stringify(change)}>
            <Effects scope={scope} change={change} />
          </Preview>
        )}
        <CardProblem form={form} title={title} />
      </form>
    </Card>
  )
}

function Name({ form }: { form: SettingsForm }) {
  const { company } = useMe()
  const [name, setName] = useState<string>()
  const title = t('Company')
  const save = async () => {
    await form.saveCard(title, { name: name ?? company.name })
    setName(undefined)
    return undefined
  }
  const card = useCardForm(title, name !== undefined && name !== company.name, save, () => setName(undefined))
  return (
    <Card title={title}>
      <form {...card}>
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
        <CardProblem form={form} title={title} />
      </form>
    </Card>
  )
}
