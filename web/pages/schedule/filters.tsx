import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { Records } from '../../api/records.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { SelectField } from '../../components/fields/field.tsx'
import { ListPicker } from '../../components/fields/picker.tsx'
import { Button } from '../../components/page/button.tsx'
import { useNarrow } from '../../components/page/narrow.ts'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { t } from '../../language.ts'

/** The schedule's filter; 0 means all. */
export type Filter = { group: number; person: number; job: number }

type Choices = {
  groups: readonly Pick<Records['groups'], 'id' | 'name'>[]
  people: readonly Records['users'][]
  jobs: readonly { id: number; path: string }[]
}

type Props = Choices & { filter: Filter; onChange: (filter: Filter) => void }

/** Filters by group, person and job: a row, or behind a button on narrow screens. */
export function Filters(props: Props) {
  const [open, setOpen] = useState(false)
  const narrow = useNarrow()
  const { filter, onChange } = props
  const count = [filter.group, filter.person, filter.job].filter((id) => id !== 0).length
  if (!narrow)
    return (
      <div className="schedule-filters">
        <Fields {...props} />
      </div>
    )
  return (
    <>
      <Button
        icon={<SlidersHorizontal size={18} aria-hidden="true" />}
        label={count === 0 ? t('Filter') : t('Filter, {count, plural, one {# set} other {# set}}', { count })}
        kind={count === 0 ? 'plain' : 'primary'}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Dialog
          title={t('Show@@filter')}
          size="small"
          onClose={() => setOpen(false)}
          footer={
            <>
              {count > 0 && (
                <Button onClick={() => onChange({ group: 0, person: 0, job: 0 })}>{t('Clear filters')}</Button>
              )}
              <Button kind="primary" onClick={() => setOpen(false)}>
                {t('Done')}
              </Button>
            </>
          }
        >
          <div className="form">
            <Fields {...props} labels />
          </div>
        </Dialog>
      )}
    </>
  )
}

function Fields({ filter, groups, people, jobs, labels, onChange }: Props & { labels?: boolean }) {
  return (
    <>
      {groups.length > 0 && (
        <SelectField
          label={t('Group')}
          hideLabel={!labels}
          value={filter.group}
          onChange={(event) => onChange({ ...filter, group: Number(event.target.value) })}
        >
          <option value={0}>{t('All groups')}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <PersonPicker
        label={t('Person')}
        hideLabel={!labels}
        none={t('All people')}
        people={people}
        value={filter.person}
        onChange={(person) => onChange({ ...filter, person })}
      />
      <ListPicker
        label={t('Job')}
        hideLabel={!labels}
        none={t('All jobs')}
        choices={jobs.map(({ id, path }) => ({ id, name: path }))}
        value={filter.job}
        searchLabel={t('Search jobs')}
        listLabel={t('Jobs')}
        nothing={(words) => t('Nothing matches “{words}”.', { words })}
        onChange={(job) => onChange({ ...filter, job })}
      />
    </>
  )
}
