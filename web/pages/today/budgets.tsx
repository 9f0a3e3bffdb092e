import { Link } from 'wouter'
import { Meter } from '../../components/listing/bars.tsx'
import { Card } from '../../components/page/page.tsx'
import { useSums } from '../../components/time/hours.ts'
import { percent } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { Rows } from './row.tsx'
import type { Today } from './use_today.ts'

type Projects = NonNullable<Today['projects']>

/** Projects that have used most of their estimate. */
export function Budgets({ projects }: { projects: Projects }) {
  if (projects.count === 0) return null
  return (
    <Card title={t('Estimates nearly used')}>
      <Rows list={projects} href="/reports/projects">
        {(project) => <Project key={project.id} project={project} />}
      </Rows>
    </Card>
  )
}

function Project({ project }: { project: Projects['rows'][number] }) {
  const hours = useSums()
  const { name, due_date, total_tracked_seconds: tracked, total_estimated_seconds: estimated } = project
  const isOver = tracked > estimated
  return (
    <li className="today-project">
      <p className="today-name">
        <Link href="/reports/projects">{name}</Link>{' '}
        <span className={`badge ${isOver ? 'bad' : 'warn'}`}>
          {isOver ? t('{hours} over', { hours: hours(tracked - estimated) }) : percent(tracked / estimated)}
        </span>
      </p>
      <Meter value={tracked} of={estimated} over={isOver} />
      <p className="today-what">
        {[
          t('{hours} of {estimate}', { hours: hours(tracked), estimate: hours(estimated) }),
          due_date && t('Due {date}', { date: dateText(due_date.slice(0, 10), { dateStyle: 'medium' }) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  )
}
