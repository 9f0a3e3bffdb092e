import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { shownSeconds } from '../../../src/rules/pay/shown_hours.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Meter } from '../../components/listing/bars.tsx'
import { ButtonLink } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { percent } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { Entries } from './entries.tsx'
import { ReportsPage } from './frame.tsx'

type Project = Extract<AnswerOf<'GET /api/v1/reports/project_estimate'>['results'], unknown[]>[number]

const words: Record<string, string> = {
  not_started: msg('Not started'),
  in_progress: msg('In progress'),
  complete: msg('Complete'),
}

/** Every project's time against its estimate. */
export default function ProjectsReport() {
  const report = useAnswer('time', '/api/v1/reports/project_estimate', {
    supplemental_data: 'no',
    sort_by: '-budget_progress',
    limit: 200,
  })
  const jobs = useJobs()
  const known = jobs.ready || jobs.error
  return (
    <ReportsPage>
      {/* The path of a project's job makes a card one line taller. */}
      <Loaded of={known ? report : { ...report, data: undefined }} skeleton={<Skeleton lines={4} height={140} />}>
        {({ results, total_count, more }) => (
          <Shown projects={Object.values(results)} total={total_count} more={more} />
        )}
      </Loaded>
    </ReportsPage>
  )
}

function Shown({ projects, total, more }: { projects: readonly Project[]; total: number; more: boolean }) {
  const [open, setOpen] = useState<Project>()
  const unit = useShownUnit()
  const plans = useMe().may('manage_projects')
  if (projects.length === 0)
    return (
      <Card>
        <Empty
          title={t('No projects')}
          action={
            plans && (
              <ButtonLink kind="primary" href="/projects">
                {t('Plan a project')}
              </ButtonLink>
            )
          }
        >
          {t('A project is a job with dates and an estimate.')}
          {!plans && ` ${t('Ask an administrator to create one.')}`}
        </Empty>
      </Card>
    )
  return (
    <>
      <ul className="reports-projects">
        {projects.map((project) => (
          <li key={project.id}>
            <ProjectCard project={project} onOpen={setOpen} />
          </li>
        ))}
      </ul>
      {more && (
        <p className="quiet">
          {t('The {count} that have used most of their estimate, of {total}.', { count: projects.length, total })}
        </p>
      )}
      {open && (
        <Entries
          title={open.name}
          filters={{ start: open.start_date || '2000-01-01', end: '2100-12-31', group: '', user: '' }}
          kept={{ job: open.jobcode_id }}
          figure={shownSeconds(open.total_tracked_seconds, unit)}
          rest={open.clocked_in_user_ids.length > 0 ? t('On the clock now') : undefined}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

function ProjectCard({ project, onOpen }: { project: Project; onOpen: (project: Project) => void }) {
  const jobs = useJobs()
  const hours = useSums()
  const { name, status, due_date, clocked_in_user_ids, jobcode_id } = project
  const { total_tracked_seconds: tracked, total_estimated_seconds: estimated } = project
  const isOver = estimated > 0 && tracked > estimated
  const where = jobs.pathOf(jobcode_id)
  const figures = {
    tracked: hours(tracked),
    estimated: hours(estimated),
    share: percent(tracked / estimated),
  }
  return (
    <Card title={name} actions={<span className="badge">{words[status] ? t(words[status]) : status}</span>}>
      {where && where !== name && <p className="quiet">{where}</p>}
      <p>
        {rich(
          estimated > 0
            ? t('<b>{tracked}</b> of {estimated} hours, {share}', figures)
            : t('<b>{tracked}</b> hours, no estimate', figures),
          { b: (text) => <strong>{text}</strong> },
        )}{' '}
        {isOver && <span className="badge bad">{t('{hours} over', { hours: hours(tracked - estimated) })}</span>}
      </p>
      {estimated > 0 && <Meter value={tracked} of={estimated} over={isOver} />}
      <div className="actions">
        <span className="quiet">
          {[
            due_date &&
              t('Due {date}', { date: dateText(due_date, { month: 'short', day: 'numeric', year: 'numeric' }) }),
            clocked_in_user_ids.length > 0 &&
              t('{count, plural, one {# on it now} other {# on it now}}', { count: clocked_in_user_ids.length }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {tracked > 0 && (
          <button type="button" className="reports-row" onClick={() => onOpen(project)}>
            {t('Entries')}
          </button>
        )}
      </div>
    </Card>
  )
}
