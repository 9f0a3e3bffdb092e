import { SelectField } from '../../components/fields/field.tsx'
import { SearchField } from '../../components/fields/search_field.tsx'
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
  return (
    <search className="payrun-tools no-print">
      <SearchField
        className="payrun-search"
        label={t('Search people')}
        value={view.words}
        onChange={(words) => view.set({ q: words })}
      />
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
