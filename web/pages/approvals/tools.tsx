import { Search } from 'lucide-react'
import { useId } from 'react'
import { SelectField } from '../../components/fields/field.tsx'
import { counts } from '../../components/page/things.ts'
import { t } from '../../language.ts'
import type { Tab } from './run.ts'
import type { RunView } from './use_run.ts'
import { statusWords, tabWords } from './words.ts'

/** The tabs, each with its number of people. */
export function Tabs({ view: { tab, setTab, counts } }: { view: RunView }) {
  return (
    <fieldset className="payrun-tabs no-print">
      <legend className="unseen">{t('People to show')}</legend>
      {Object.entries(tabWords).map(([key, words]) => (
        <button key={key} type="button" aria-pressed={tab === key} onClick={() => setTab(key as Tab)}>
          {t(words)} <span className="payrun-count">{counts[key as Tab]}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** Search and filters. */
export function Tools({ view }: { view: RunView }) {
  const id = useId()
  return (
    <search className="payrun-tools no-print">
      <div className="field payrun-search">
        <label htmlFor={id} className="unseen">
          {t('Search people')}
        </label>
        <Search size={18} aria-hidden="true" />
        <input
          id={id}
          type="search"
          placeholder={t('Search people')}
          autoComplete="off"
          value={view.words}
          onChange={({ target }) => view.set({ q: target.value })}
        />
      </div>
      <SelectField
        label={t('Group')}
        hideLabel
        value={view.group}
        onChange={({ target }) => view.set({ group: target.value })}
      >
        <option value="">{t('All groups')}</option>
        {view.groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('Status')}
        hideLabel
        value={view.status}
        onChange={({ target }) => view.set({ status: target.value })}
      >
        <option value="">{t('Any status')}</option>
        {Object.entries(statusWords).map(([status, { words }]) => (
          <option key={status} value={status}>
            {t(words)}
          </option>
        ))}
        <option value="running">{t('On the clock')}</option>
      </SelectField>
      <p className="unseen" role="status">
        {t(counts.people, { count: view.rows.length })}
      </p>
    </search>
  )
}
