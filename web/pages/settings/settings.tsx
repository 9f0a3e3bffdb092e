import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import './settings.css'
import { Search } from 'lucide-react'
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useConsent } from '../../components/dialogs/consent.tsx'
import { useIsUnsaved } from '../../components/dialogs/unsaved.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { finder, folded } from '../../components/listing/order.ts'
import { useAnchor } from '../../components/page/anchor.ts'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { Reminders } from '../../components/people/reminders.tsx'
import { Addresses } from './addresses.tsx'
import { Alerts } from './alerts.tsx'
import { BreakRules } from './break_rules.tsx'
import { type Scope, type SettingsForm, useSettings } from './form.ts'
import { CardProblem, HoldsFrom, requestOf } from './holds_from.tsx'
import { Overtime } from './overtime.tsx'
import { type Part, parts, settingsAt } from './plan.ts'
import { Effects, Preview } from './preview.tsx'
import { Provisioning } from './provisioning.tsx'
import { SaveBar, useCardForm } from './save_bar.tsx'
import { type Section, sectionsAt } from './sections.ts'
import { SettingList } from './setting.tsx'
import { SingleSignOn } from './single_sign_on.tsx'
import { WorkingPattern } from './working_pattern.tsx'

/** The company's settings, in cards with an index, and one bar that saves them. */
export default function SettingsPage() {
  const [scope, setScope] = useState<Scope>({ for: 'company' })
  return (
    <Page title={t('Company settings')} about={t('Defaults for everyone, with overrides for groups and people.')}>
      <Body key={`${scope.for} ${scope.id}`} scope={scope} onScope={setScope} />
    </Page>
  )
}

function Body({ scope, onScope }: { scope: Scope; onScope: (scope: Scope) => void }) {
  const [words, setWords] = useState('')
  const isUnsaved = useIsUnsaved()
  const showAll = useCallback(() => setWords(''), [])
  const isChosen = scope.for !== 'user' || scope.id !== undefined
  const sections = useMemo(() => (isChosen ? sectionsAt(scope) : []), [scope, isChosen])
  const found = useMemo(() => {
    const holds = finder(words)
    return sections.filter((section) => holds(folded([section.title, ...section.words].map((one) => t(one)).join(' '))))
  }, [sections, words])
  return (
    <div className="settings">
      <div className="settings-side">
        <ScopeChoice scope={scope} disabled={isUnsaved} onChange={onScope} />
        <Find words={words} onChange={setWords} />
        <nav className="settings-index" aria-label={t('Settings')}>
          {found.map(({ id, title }) => (
            <button key={id} type="button" onClick={() => document.getElementById(`settings-${id}`)?.scrollIntoView()}>
              {t(title)}
            </button>
          ))}
        </nav>
        <p className="quiet" role="status">
          {isChosen && found.length === 0 ? t('No matches') : isUnsaved && t('Save or discard your changes first.')}
        </p>
      </div>
      <div className="settings-main">
        {isChosen ? (
          <SaveBar onProblem={showAll}>
            <Cards scope={scope} sections={sections} found={found} />
          </SaveBar>
        ) : (
          <Empty title={t('Choose a person')} />
        )}
      </div>
    </div>
  )
}

/** Chooses whose settings are shown. It is disabled while there are unsaved changes to others. */
function ScopeChoice({
  scope,
  disabled,
  onChange,
}: {
  scope: Scope
  disabled: boolean
  onChange: (scope: Scope) => void
}) {
  const groups = useRecords('groups', { active: 'yes' })
  const people = useRecords('users', { active: 'yes' }, { enabled: scope.for === 'user' })
  return (
    <>
      <SelectField
        label={t('Settings for')}
        disabled={disabled}
        value={`${scope.for} ${scope.for === 'group' ? scope.id : ''}`}
        onChange={({ target }) => {
          const [whom, id] = target.value.split(' ')
          onChange({ for: whom as Scope['for'], ...(id ? { id: Number(id) } : {}) })
        }}
      >
        <option value="company ">{t('Whole company')}</option>
        <option value="user ">{t('A person')}</option>
        <optgroup label={t('A group')}>
          {groups.data?.map(({ id, name }) => (
            <option key={id} value={`group ${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {scope.for === 'user' && (
        <PersonPicker
          label={t('Person')}
          people={people.data ?? []}
          value={scope.id ?? 0}
          onChange={(id) => onChange({ for: 'user', id })}
        />
      )}
    </>
  )
}

function Find({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const id = useId()
  return (
    <search className="field settings-search">
      <label htmlFor={id} className="unseen">
        {t('Find a setting')}
      </label>
      <Search size={18} aria-hidden="true" />
      <input
        id={id}
        type="search"
        placeholder={t('Find a setting')}
        autoComplete="off"
        value={words}
        onChange={({ target }) => onChange(target.value)}
      />
    </search>
  )
}

/** The cards. Cards that do not match the search are hidden, but keep their unsaved changes. */
function Cards({ scope, sections, found }: { scope: Scope; sections: readonly Section[]; found: readonly Section[] }) {
  const { alter, dialog } = useConsent((day) =>
    t('Time through {day} is approved. Some of it would be paid differently than it was approved.', { day }),
  )
  const form = useSettings(scope, (send, change) => alter(send, <Effects scope={scope} change={change} />))
  const cards: Record<string, () => ReactNode> = {
    company: () => <Name form={form} />,
    overtime: () => <Overtime form={form} scope={scope} />,
    pattern: () => <WorkingPattern scope={scope} approvedTo={form.question.data!.approved_to} alter={alter} />,
    breaks: () => <BreakRules scope={scope} approvedTo={form.question.data!.approved_to} alter={alter} />,
    alerts: () => <Alerts />,
    reminders: () => <Reminders target={targetOf(scope)} whose="everyone" />,
    addresses: () => <Addresses />,
    'single-sign-on': () => <SingleSignOn />,
    provisioning: () => <Provisioning />,
    ...Object.fromEntries(
      parts.map((part) => [part.id, () => <PartCard key={part.id} part={part} form={form} scope={scope} />]),
    ),
  }
  return (
    <Loaded of={form.question} skeleton={<Skeleton lines={5} height={180} />}>
      {() => (
        <div className="settings-cards">
          {sections.map((section) => (
            <Place key={section.id} id={section.id} hidden={!found.includes(section)}>
              {cards[section.id]!()}
            </Place>
          ))}
          {dialog}
        </div>
      )}
    </Loaded>
  )
}

/** A card’s place on the page, to which a `#` and its id lead. */
function Place({ id, hidden, children }: { id: string; hidden: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useAnchor(id, true, () => box.current?.scrollIntoView())
  return (
    <div ref={box} id={`settings-${id}`} hidden={hidden}>
      {children}
    </div>
  )
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
