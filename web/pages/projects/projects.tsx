import '../../components/listing/takes_all.css'
import { FolderKanban, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Meter } from '../../components/listing/bars.tsx'
import { activeFilter, type Column, useList } from '../../components/listing/list.ts'
import { ActiveFilter, ListFilter, ListTable, ListTools } from '../../components/listing/listing.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { useSums } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { type Project, statuses } from './plan.ts'
import { ProjectDialog } from './project_dialog.tsx'
import './projects.css'

type Progress = Extract<AnswerOf<'GET /api/v1/reports/project_estimate'>['results'], unknown[]>[number]
type Row = Project & { path: string; progress: Progress | undefined }

const filters = {
  ...activeFilter,
  status: { initial: '', keeps: (row: Row, value: string) => value === '' || row.status === value },
}

/** The company's projects: their plan, estimate and progress. */
export default function ProjectsPage() {
  const projects = useRecords('projects', { active: 'both' })
  const report = useAnswer('time', '/api/v1/reports/project_estimate', { supplemental_data: 'no', limit: 200 })
  const { pathOf, ready } = useJobs()
  const [open, setOpen] = useState<Project | 'new'>()
  const progress = useMemo(
    () => new Map(Object.values<Progress>(report.data?.results ?? {}).map((one) => [one.id, one])),
    [report.data],
  )
  // Progress determines the height of a project's row, and names the width of its columns.
  const known = (report.data || report.error) && ready ? projects.data : undefined
  const rows = useMemo(
    () =>
      known?.map((project) => ({
        ...project,
        path: project.parent_jobcode_id === 0 ? '' : pathOf(project.parent_jobcode_id),
        progress: progress.get(project.id),
      })),
    [known, progress, pathOf],
  )
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setOpen('new')}>
      {t('Add a project')}
    </Button>
  )
  return (
    <Page title={t('Projects')} about={t('Jobs with dates and an estimate, and their progress.')} actions={add}>
      <Card>
        <Loaded of={{ ...projects, data: rows }} skeleton={<Skeleton lines={5} height={56} />}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={<FolderKanban size={40} aria-hidden="true" />} title={t('No projects yet')} action={add}>
                {t(
                  'A project has a job of its own. People record time on it, and you see how much of the estimate is used.',
                )}
              </Empty>
            ) : (
              <Table rows={all} onOpen={setOpen} />
            )
          }
        </Loaded>
      </Card>
      {open && (
        <ProjectDialog
          key={open === 'new' ? 'new' : open.id}
          project={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  )
}

function Table({ rows, onOpen }: { rows: readonly Row[]; onOpen: (project: Project) => void }) {
  const columns = useMemo(() => columnsOf(onOpen), [onOpen])
  const list = useList({ rows, text: ({ name, path }) => `${name} ${path}`, columns, filters })
  return (
    <>
      <ListTools list={list} things={['project', 'projects']}>
        <ListFilter list={list} name="status" label={t('Status')}>
          <option value="">{t('Any status')}</option>
          {Object.entries(statuses).map(([value, name]) => (
            <option key={value} value={value}>
              {t(name)}
            </option>
          ))}
        </ListFilter>
        <ActiveFilter list={list} />
      </ListTools>
      <ListTable
        list={list}
        columns={columns}
        label={t('Projects')}
        nameOf={({ name }) => name}
        isDim={({ active }) => !active}
      />
    </>
  )
}

function columnsOf(onOpen: (project: Project) => void): Column<Row>[] {
  return [
    {
      key: 'name',
      name: t('Project'),
      by: ({ name }) => name,
      cell: (row) => (
        <button type="button" className="listing-open takes-all" onClick={() => onOpen(row)}>
          {row.name}
        </button>
      ),
    },
    { key: 'under', name: t('Under@@parent job'), wide: true, by: ({ path }) => path, cell: ({ path }) => path || '–' },
    {
      key: 'status',
      name: t('Status'),
      by: ({ status }) => t(statuses[status]),
      cell: ({ status }) => t(statuses[status]),
    },
    {
      key: 'due',
      name: t('Due'),
      by: ({ due_date }) => due_date || '9999',
      cell: ({ due_date }) => (
        <span className="projects-due">
          {due_date ? dateText(due_date.slice(0, 10), { dateStyle: 'medium' }) : '–'}
        </span>
      ),
    },
    { key: 'used', name: t('Estimate used'), by: shareOf, cell: ({ progress }) => <Used progress={progress} /> },
  ]
}

function shareOf({ progress }: Row): number {
  const { total_tracked_seconds: tracked = 0, total_estimated_seconds: estimated = 0 } = progress ?? {}
  return estimated > 0 ? tracked / estimated : -1
}

function Used({ progress }: { progress: Progress | undefined }) {
  const hours = useSums()
  if (!progress) return <span className="quiet">–</span>
  const { total_tracked_seconds: tracked, total_estimated_seconds: estimated } = progress
  if (estimated === 0) return <span className="quiet">{t('{hours}, no estimate', { hours: hours(tracked) })}</span>
  const isOver = tracked > estimated
  return (
    <span className="projects-used">
      <span>
        {t('{hours} of {estimate}', { hours: hours(tracked), estimate: hours(estimated) })}{' '}
        {isOver && <span className="badge bad">{t('{hours} over', { hours: hours(tracked - estimated) })}</span>}
      </span>
      <Meter value={tracked} of={estimated} over={isOver} />
    </span>
  )
}
