import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { Grouping } from '../../../../src/rules/reports/hours.ts'
import { filtersSet, type HoursView } from '../../../../src/rules/reports/view.ts'
import { useRecords } from '../../../api/queries.ts'
import { useMe } from '../../../api/start.ts'
import { Check, SelectField } from '../../../components/fields/field.tsx'
import { JobPicker } from '../../../components/jobs/job_picker.tsx'
import { useJobs } from '../../../components/jobs/jobs.ts'
import { Button } from '../../../components/page/button.tsx'
import { t } from '../../../language.ts'
import { DateFields, PeopleFields, useFilters } from '../filters.tsx'
import { groupingNames } from './hours_rows.ts'

/** Offered to users who can see other people's time. */
const ofPeople: readonly Grouping[] = ['person', 'group']

type Props = {
  view: HoursView
  grouped?: boolean
  /** Whether to offer cost and billable amounts. */
  money?: boolean
}

/**
 * Dates, people and the other filters of a report. The `grouped` hours report has the grouping at the top, in place of
 * people. Filters that are not visible are loaded when they are opened.
 */
export function HoursFilters({ view, grouped = false, money = true }: Props) {
  const me = useMe()
  const set = filtersSet(view).filter((name) => grouped || !ofPeopleFilters.includes(name)).length
  const [open, setOpen] = useState(set > 0)
  return (
    <div className="reports-choices no-print">
      <fieldset className="reports-filters">
        <legend className="unseen">{grouped ? t('Dates and grouping') : t('Dates and people')}</legend>
        <DateFields />
        {grouped ? <GroupingFields view={view} /> : me.leads && <PeopleFields group={view.group} user={view.user} />}
        <div className="reports-more">
          <Button
            icon={<SlidersHorizontal size={18} aria-hidden="true" />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {set > 0 ? t('Filters ({count})', { count: set }) : t('Filters')}
          </Button>
        </div>
      </fieldset>
      {open && <Panel view={view} grouped={grouped} money={money} />}
    </div>
  )
}

const ofPeopleFilters: readonly string[] = ['group', 'user']

function GroupingFields({ view }: { view: HoursView }) {
  const me = useMe()
  const { change } = useFilters()
  const offered = (Object.keys(groupingNames) as Grouping[]).filter((one) => me.leads || !ofPeople.includes(one))
  return (
    <>
      <SelectField
        label={t('Group by')}
        value={view.by}
        onChange={({ target }) => change({ by: target.value === 'job' ? '' : target.value, sort: '' })}
      >
        {offered.map((value) => (
          <option key={value} value={value}>
            {t(groupingNames[value])}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('Then by')} value={view.within} onChange={({ target }) => change({ within: target.value })}>
        <option value="">{t('Nothing@@grouping')}</option>
        {offered
          .filter((value) => value !== view.by)
          .map((value) => (
            <option key={value} value={value}>
              {t(groupingNames[value])}
            </option>
          ))}
      </SelectField>
    </>
  )
}

function Panel({ view, grouped, money }: Required<Props>) {
  const me = useMe()
  const { change } = useFilters()
  const jobs = useJobs(undefined, true)
  return (
    <fieldset className="reports-filters">
      <legend className="unseen">{t('Report filters')}</legend>
      <SelectField
        label={t('Customer')}
        value={view.customer}
        onChange={({ target }) => change({ customer: target.value, job: '' })}
      >
        <option value="">{t('All customers')}</option>
        {jobs.tree.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div>
        <JobPicker
          every
          labelAbove
          none={t('All jobs')}
          also={['paid_break', 'unpaid_break', 'pto', 'unpaid_time_off']}
          allowNone
          value={view.job === '' ? undefined : Number(view.job)}
          onChange={(id) => change({ job: String(id), customer: '' })}
        />
        {view.job !== '' && (
          <button type="button" className="link" onClick={() => change({ job: '' })}>
            {t('All jobs')}
          </button>
        )}
      </div>
      {grouped && me.leads && <PeopleFields group={view.group} user={view.user} />}
      <ItemFields view={view} />
      <SelectField
        label={t('Billable')}
        value={view.billable}
        onChange={({ target }) => change({ billable: target.value })}
      >
        <option value="">{t('All time@@billable or not')}</option>
        <option value="yes">{t('Billable')}</option>
        <option value="no">{t('Not billable')}</option>
      </SelectField>
      <div className="reports-last">
        {money && me.is_admin && (
          <Check
            label={t('Cost and billable amount')}
            checked={view.money}
            onChange={({ target }) => change({ money: target.checked ? '' : 'no' })}
          />
        )}
        {filtersSet(view).length > 0 && (
          <Button onClick={() => change({ customer: '', job: '', group: '', user: '', item: '', billable: '' })}>
            {t('Remove filters')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** A field for the items of each custom field of time entries. */
function ItemFields({ view }: { view: HoursView }) {
  const fields = useRecords('customfields', { active: 'yes' })
  return fields.data
    ?.filter(({ applies_to, type }) => applies_to === 'timesheet' && type === 'managed-list')
    .map((field) => <ItemField key={field.id} id={field.id} name={field.name} view={view} />)
}

function ItemField({ id, name, view }: { id: number; name: string; view: HoursView }) {
  const { change } = useFilters()
  const items = useRecords('customfielditems', { customfield_id: id, active: 'both' })
  const isOwn = items.data?.some((item) => String(item.id) === view.item) ?? false
  return (
    <SelectField label={name} value={isOwn ? view.item : ''} onChange={({ target }) => change({ item: target.value })}>
      <option value="">{t('All@@items')}</option>
      {items.data?.map((item) => (
        <option key={item.id} value={item.id}>
          {item.name}
        </option>
      ))}
    </SelectField>
  )
}
