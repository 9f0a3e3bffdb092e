import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useRecords } from '../../api/queries.ts'
import { useIsUnsaved } from '../../components/dialogs/unsaved.ts'
import { SelectField } from '../../components/fields/field.tsx'
import { FindField, FoundList } from '../../components/finding/find_field.tsx'
import { findIn } from '../../components/finding/finding.ts'
import { useMenuPages } from '../../components/finding/menu_pages.ts'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { t } from '../../language.ts'
import { findablePages, findableSettings } from './findables.ts'
import type { Scope } from './form.ts'
import { addressOf, type Section, topics } from './sections.ts'

type Props = {
  scope: Scope
  sections: readonly Section[]
  /** The section that is open. */
  current: string | undefined
  onScope: (scope: Scope) => void
}

/** Whose settings are shown, the search, and the index of the sections. */
export function Side({ scope, sections, current, onScope }: Props) {
  const [words, setWords] = useState('')
  const isUnsaved = useIsUnsaved()
  const found = useFound(scope, words)
  return (
    <div className="settings-side" data-finding={words.trim() === '' ? undefined : true}>
      <ScopeChoice scope={scope} disabled={isUnsaved} onChange={onScope} />
      {isUnsaved && <p className="quiet">{t('Save or discard your changes first.')}</p>}
      <FindField label={t('Find a setting')} words={words} found={found} onChange={setWords} />
      {words.trim() === '' ? (
        <Index sections={sections} current={current} />
      ) : (
        <FoundList label={t('Found')} found={found} onOpen={() => setWords('')} />
      )}
    </div>
  )
}

/** Settings of this level, and pages beside them, in which the words occur. */
function useFound(scope: Scope, words: string) {
  const pages = useMenuPages()
  const all = useMemo(() => [...findableSettings(scope), ...findablePages(pages)], [scope, pages])
  return useMemo(() => findIn(all, words), [all, words])
}

function Index({ sections, current }: { sections: readonly Section[]; current: string | undefined }) {
  const known = new Map(sections.map((section) => [section.id, section]))
  return (
    <nav className="settings-index" aria-label={t('Settings')}>
      {topics.map(({ title, sections }) => {
        const shown = sections.flatMap((id) => known.get(id) ?? [])
        return (
          shown.length > 0 && (
            <div key={title}>
              <h2>{t(title)}</h2>
              {shown.map(({ id, title }) => (
                <Link
                  key={id}
                  href={addressOf(id)}
                  state={{ moved: true }}
                  aria-current={id === current ? 'page' : undefined}
                >
                  {t(title)}
                </Link>
              ))}
            </div>
          )
        )
      })}
    </nav>
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
