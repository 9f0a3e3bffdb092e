import { Briefcase, ChevronDown, ChevronRight, ListPlus, Plus, Upload } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { activeFilter, type Column, useList, useSelection } from '../../components/listing/list.ts'
import { ActiveFilter, BulkBar, ListFilter, ListTable, ListTools } from '../../components/listing/listing.tsx'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { useNarrow } from '../../components/page/narrow.ts'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { Dot } from '../../components/people/person.tsx'
import { t } from '../../language.ts'
import { AddSeveralJobs, FirstJobs } from './add_several.tsx'
import { archiveJobs, restoreJobs } from './archive.ts'
import { ArchiveDialog } from './archive_dialog.tsx'
import { AssignDialog, MoveDialog } from './bulk.tsx'
import './jobs.css'
import { isFixed, type JobRecord, type JobRow, rateText, rowsOf, treeOf, withAllInside } from './tree.ts'

/** The page with all jobs. */
export default function JobsPage() {
  const me = useMe()
  const jobs = useRecords('jobcodes', { active: 'both', type: 'all' })
  const mayEdit = me.may('manage_jobcodes')
  const isFirst = jobs.data !== undefined && !hasWork(jobs.data)
  const [adding, setAdding] = useState(false)
  return (
    <Page title={t('Jobs')} actions={mayEdit && <Adding isFirst={isFirst} onSeveral={() => setAdding(true)} />}>
      <Loaded
        of={jobs}
        skeleton={
          <Card>
            <Skeleton lines={8} height={52} />
          </Card>
        }
      >
        {(all) => {
          if (!hasWork(all)) return mayEdit ? <FirstJobs all={all} /> : <NoJobs />
          return (
            <Card>
              <Jobs jobs={all} />
            </Card>
          )
        }}
      </Loaded>
      {adding && <AddSeveralJobs all={jobs.data ?? []} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function hasWork(jobs: readonly JobRecord[]): boolean {
  return jobs.some(({ type }) => type === 'regular')
}

/** The ways to add jobs. While there are none, the page has the form for several. */
function Adding({ isFirst, onSeveral }: { isFirst: boolean; onSeveral: () => void }) {
  // In some languages, the labels of the buttons are wider than a phone.
  const narrow = useNarrow()
  return (
    <>
      <ButtonLink
        href="/jobs/import"
        icon={<Upload size={18} aria-hidden="true" />}
        {...(narrow ? { label: t('Import') } : { children: t('Import') })}
      />
      {!isFirst && (
        <Button
          icon={<ListPlus size={18} aria-hidden="true" />}
          {...(narrow ? { label: t('Add several') } : { children: t('Add several') })}
          onClick={onSeveral}
        />
      )}
      <ButtonLink href="/jobs/new" kind={isFirst ? 'plain' : 'primary'} icon={<Plus size={18} aria-hidden="true" />}>
        {t('Add a job')}
      </ButtonLink>
    </>
  )
}

function NoJobs() {
  return (
    <Card>
      <Empty icon={<Briefcase size={40} aria-hidden="true" />} title={t('No jobs yet')}>
        {t('People record time on jobs, such as a customer, a site or a task. Jobs can have sub-jobs.')}
      </Empty>
    </Card>
  )
}

function Jobs({ jobs }: { jobs: readonly JobRecord[] }) {
  const me = useMe()
  const mayEdit = me.may('manage_jobcodes')
  const fields = useRecords('customfields', { active: 'both' })
  const rows = useMemo(() => rowsOf(jobs), [jobs])
  const columns = useMemo(
    () => columnsOf(new Map((fields.data ?? []).map(({ id, name }) => [id, name]))),
    [fields.data],
  )
  const list = useList({ rows, text, columns, filters })
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const asTree = list.words === '' && list.value('active') !== 'no'
  const shown = useMemo(
    () => ({ ...list, rows: asTree ? treeOf(list.rows, opened) : list.rows }),
    [list, asTree, opened],
  )
  const folders = useMemo(() => new Set(rows.map(({ record }) => record.parent_id)), [rows])
  const selection = useSelection(list.rows)
  const chosen = jobs.filter(({ id }) => selection.has(id))
  const turn = (id: number) => setOpened(opened.symmetricDifference(new Set([id])))
  return (
    <>
      <ListTools list={list} things={['job', 'jobs']}>
        <ListFilter list={list} name="kind" label={t('Type')}>
          <option value="regular">{t('Work')}</option>
          <option value="off">{t('Time off')}</option>
          <option value="break">{t('Breaks')}</option>
          <option value="">{t('All types')}</option>
        </ListFilter>
        <ActiveFilter list={list} />
        {asTree && folders.size > 1 && (
          <Button kind="quiet" onClick={() => setOpened(opened.size > 0 ? new Set() : folders)}>
            {opened.size > 0 ? t('Collapse all') : t('Expand all')}
          </Button>
        )}
      </ListTools>
      <ListTable
        list={shown}
        columns={columns}
        label={t('Jobs')}
        nameOf={({ name }) => name}
        hrefOf={({ id }) => `/jobs/${id}`}
        isDim={({ active }) => !active}
        selection={mayEdit ? selection : undefined}
        {...(asTree && { lead: (row: JobRow) => <Lead row={row} onTurn={turn} /> })}
      />
      {mayEdit && (
        <Bulk jobs={jobs} chosen={chosen.filter((job) => !isFixed(job))} onDone={selection.clear}>
          {(buttons) => <BulkBar selection={selection}>{buttons}</BulkBar>}
        </Bulk>
      )}
    </>
  )
}

/** The indent of a job, and the button that expands its sub-jobs. */
function Lead({ row: { id, name, level, open }, onTurn }: { row: JobRow; onTurn: (id: number) => void }) {
  const step = useNarrow() ? 14 : 24
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <div className="jobs-lead" style={{ paddingInlineStart: (level - 1) * step }}>
      {open === undefined ? (
        <span className="jobs-turn" />
      ) : (
        <button
          type="button"
          className="jobs-turn"
          aria-expanded={open}
          aria-label={t('Sub-jobs of {name}', { name })}
          onClick={() => onTurn(id)}
        >
          <Arrow size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

function Bulk({
  jobs,
  chosen,
  onDone,
  children,
}: {
  jobs: readonly JobRecord[]
  chosen: readonly JobRecord[]
  onDone: () => void
  children: (buttons: ReactNode) => ReactNode
}) {
  const me = useMe()
  const [open, setOpen] = useState<'archive' | 'assign' | 'move'>()
  const active = chosen.filter((job) => job.active)
  const archived = chosen.filter((job) => !job.active)
  const finish = (change: Promise<boolean>) => void change.then((done) => done && onDone())
  const close = (done: boolean) => {
    setOpen(undefined)
    if (done) onDone()
  }
  const archive = () => {
    const all = withAllInside(
      active.map(({ id }) => id),
      jobs,
    ).filter((job) => job.active)
    if (all.length > 1) setOpen('archive')
    else finish(archiveJobs(active, jobs, me.is_admin))
  }
  return (
    <>
      {children(
        <>
          {active.length > 0 && (
            <>
              <Button onClick={() => setOpen('assign')}>{t('Assign')}</Button>
              <Button onClick={() => setOpen('move')}>{t('Move')}</Button>
              <Button onClick={archive}>{t('Archive')}</Button>
            </>
          )}
          {archived.length > 0 && <Button onClick={() => finish(restoreJobs(archived))}>{t('Restore')}</Button>}
        </>,
      )}
      {open === 'archive' && <ArchiveDialog jobs={active} all={jobs} onClose={close} />}
      {open === 'assign' && <AssignDialog jobs={active} onClose={close} />}
      {open === 'move' && <MoveDialog jobs={active} all={jobs} onClose={close} />}
    </>
  )
}

const filters = {
  ...activeFilter,
  kind: {
    initial: 'regular',
    keeps: ({ record: { type } }: JobRow, value: string) => {
      if (value === 'off') return type === 'pto' || type === 'unpaid_time_off'
      if (value === 'break') return type === 'paid_break' || type === 'unpaid_break'
      return value === '' || type === value
    },
  },
}

function text({ name, above, record }: JobRow): string {
  return `${above} ${name} ${record.short_code}`
}

function columnsOf(fieldNames: ReadonlyMap<number, string>): Column<JobRow>[] {
  const needs = ({ record }: JobRow) =>
    record.required_customfields.flatMap((id) => fieldNames.get(id) ?? []).join(', ')
  return [
    {
      key: 'name',
      name: t('Name'),
      by: ({ name }) => name,
      cell: (row) => (
        <>
          <Dot id={row.id} />
          <span className="two-lines">
            <span>
              {row.name} {row.record.short_code && <span className="badge">{row.record.short_code}</span>}{' '}
              {row.record.project_id !== 0 && <span className="badge info">{t('Project')}</span>}{' '}
              {!row.active && <span className="badge">{t('Archived')}</span>}
            </span>
            {row.open === undefined && row.level === 1 && row.above && <small>{row.above}</small>}
          </span>
        </>
      ),
    },
    {
      key: 'who',
      name: t('Who can use it'),
      by: ({ record }) => (record.assigned_to_all ? 0 : 1),
      cell: ({ record, active }) => (active ? (record.assigned_to_all ? t('Everyone') : t('Selected people')) : ''),
    },
    {
      key: 'rate',
      name: t('Billing rate'),
      number: true,
      by: ({ record }) => (record.billable ? record.billable_rate : -1),
      cell: ({ record }) => rateText(record),
    },
    { key: 'needs', name: t('Custom fields'), wide: true, by: needs, cell: needs },
    {
      key: 'places',
      name: t('Locations'),
      wide: true,
      number: true,
      by: ({ record }) => record.locations.length,
      cell: ({ record }) => record.locations.length || '',
    },
  ]
}
