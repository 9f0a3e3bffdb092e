import { Archive, ArchiveRestore, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { BackLink } from '../../components/page/back.tsx'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Facts } from '../../components/page/facts.tsx'
import { Card, Empty, Loaded, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { Dot } from '../../components/people/person.tsx'
import { PayRates } from '../../components/time/pay_rates.tsx'
import { t } from '../../language.ts'
import { archiveJobs, restoreJobs } from './archive.ts'
import { ArchiveDialog } from './archive_dialog.tsx'
import { JobFields } from './job_fields.tsx'
import { JobForm, NewJobForm } from './job_form.tsx'
import { JobPeople } from './job_people.tsx'
import './jobs.css'
import { isFixed, type JobRecord, kinds, rateText, rowsOf, withAllInside } from './tree.ts'

/** A job: its details, who can use it, its custom fields and its sub-jobs. */
export default function JobPage() {
  const { id = '' } = useParams<{ id: string }>()
  const jobs = useRecords('jobcodes', { active: 'both', type: 'all' })
  const job = jobs.data?.find((one) => String(one.id) === id)
  if (id === 'new') return <NewJob all={jobs.data ?? []} />
  if (jobs.data && !job) return <Unknown />
  return (
    <Page
      title={job?.name ?? t('Job')}
      about={<Way job={job} all={jobs.data ?? []} />}
      actions={job && <JobActions job={job} all={jobs.data ?? []} />}
    >
      <Loaded
        of={jobs}
        skeleton={
          <Card>
            <Skeleton lines={6} height={64} />
          </Card>
        }
      >
        {(all) => job && <Job key={job.id} job={job} all={all} />}
      </Loaded>
    </Page>
  )
}

function Job({ job, all }: { job: JobRecord; all: readonly JobRecord[] }) {
  const me = useMe()
  const mayEdit = me.may('manage_jobcodes') && job.active && !isFixed(job)
  return (
    <>
      {!job.active && (
        <Notice kind="warn" title={t('Archived')}>
          {t('No one can choose it. Time already recorded stays. Restore it to make changes.')}
        </Notice>
      )}
      {isFixed(job) && (
        <Notice>
          {me.may('manage_jobcodes')
            ? rich(t('Everyone can take this break. <a>Rename or archive it</a>.'), {
                a: (text) => <Link href={`/breaks?break=${job.id}`}>{text}</Link>,
              })
            : t('Everyone can take this break.')}
        </Notice>
      )}
      {job.project_id !== 0 && <Notice>{t('This job is a project, so it can’t have sub-jobs.')}</Notice>}
      <div className="jobs-columns">
        <div>
          {mayEdit ? <JobForm job={job} all={all} /> : <JobFacts job={job} />}
          <Inside job={job} all={all} mayAdd={mayEdit && job.type === 'regular' && job.project_id === 0} />
        </div>
        <div>
          {job.active && !isFixed(job) && <JobPeople job={job} />}
          {(job.type === 'regular' || job.type === 'pto') && <PayRates of={{ jobcode_id: job.id }} />}
          {job.type === 'regular' && job.active && <JobFields job={job} />}
          {job.type === 'regular' && <Places job={job} />}
        </div>
      </div>
    </>
  )
}

function JobFacts({ job }: { job: JobRecord }) {
  return (
    <Card title={t('About')}>
      <Facts
        of={[
          [t('Type'), t(kinds[job.type])],
          [t('Short code'), job.short_code || '–'],
          [t('Billing rate'), rateText(job) || t('Not billable')],
        ]}
      />
    </Card>
  )
}

/** Links to the parents of a job. */
function Way({ job, all }: { job: JobRecord | undefined; all: readonly JobRecord[] }) {
  const line: JobRecord[] = []
  for (let up = parentOf(job, all); up && line.length < all.length; up = parentOf(up, all)) line.unshift(up)
  return (
    <span className="jobs-way">
      <BackLink href="/jobs">{t('Jobs')}</BackLink>
      {line.map(({ id, name }) => (
        <BackLink key={id} href={`/jobs/${id}`}>
          {name}
        </BackLink>
      ))}
    </span>
  )
}

function parentOf(job: JobRecord | undefined, all: readonly JobRecord[]): JobRecord | undefined {
  return all.find(({ id }) => id === job?.parent_id)
}

function JobActions({ job, all }: { job: JobRecord; all: readonly JobRecord[] }) {
  const me = useMe()
  const [asked, setAsked] = useState(false)
  if (!me.may('manage_jobcodes') || isFixed(job)) return null
  if (!job.active)
    return (
      <Button icon={<ArchiveRestore size={18} aria-hidden="true" />} onClick={() => void restoreJobs([job])}>
        {t('Restore')}
      </Button>
    )
  const archive = () => {
    if (withAllInside([job.id], all).filter(({ active }) => active).length > 1) setAsked(true)
    else void archiveJobs([job], all, me.is_admin)
  }
  return (
    <>
      <Button icon={<Archive size={18} aria-hidden="true" />} onClick={archive}>
        {t('Archive')}
      </Button>
      {asked && <ArchiveDialog jobs={[job]} all={all} onClose={() => setAsked(false)} />}
    </>
  )
}

function Inside({ job, all, mayAdd }: { job: JobRecord; all: readonly JobRecord[]; mayAdd: boolean }) {
  const children = all.filter(({ parent_id, active }) => parent_id === job.id && active)
  if (children.length === 0 && !mayAdd) return null
  return (
    <Card
      title={t('Sub-jobs')}
      actions={
        mayAdd && (
          <ButtonLink href={`/jobs/new?in=${job.id}`} icon={<Plus size={18} aria-hidden="true" />}>
            {t('Add')}
          </ButtonLink>
        )
      }
    >
      {children.length === 0 ? (
        <p className="quiet">{t('None. People record time on this job directly.')}</p>
      ) : (
        <>
          <p className="quiet">{t('People record time on these.')}</p>
          <ul className="jobs-links">
            {children.map(({ id, name, has_children }) => (
              <li key={id}>
                <Link href={`/jobs/${id}`}>
                  <Dot id={id} />
                  <span>
                    {name}
                    {has_children && <span className="quiet"> {t('with sub-jobs')}</span>}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function Places({ job }: { job: JobRecord }) {
  const places = useRecords('locations', { active: 'both' })
  const linked = (places.data ?? []).filter(({ id }) => job.locations.includes(id))
  return (
    <Card title={t('Locations')}>
      {linked.length === 0 ? (
        <p className="quiet">
          {t('No location is linked.')} <Link href="/locations">{t('See all locations')}</Link>
        </p>
      ) : (
        <ul className="jobs-links">
          {linked.map(({ id, label, formatted_address }) => (
            <li key={id}>
              <Link href={`/locations?place=${id}`}>{label || formatted_address}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function NewJob({ all }: { all: readonly JobRecord[] }) {
  const [search] = useSearchParams()
  const [, go] = useLocation()
  const parent = rowsOf(all).find(({ id }) => String(id) === search.get('in'))
  return (
    <Page
      title={parent ? t('Add a job under {parent}', { parent: parent.name }) : t('Add a job')}
      about={<Way job={parent && { ...parent.record, parent_id: parent.id }} all={all} />}
    >
      <NewJobForm
        key={parent?.id}
        parentId={parent?.id ?? 0}
        all={all}
        onMade={(id) => go(`/jobs/${id}`, { replace: true })}
      />
    </Page>
  )
}

function Unknown() {
  return (
    <Page title={t('Job not found')} about={<BackLink href="/jobs">{t('Jobs')}</BackLink>}>
      <Empty
        title={t('This job doesn’t exist or you don’t have access')}
        action={
          <ButtonLink kind="primary" href="/jobs">
            {t('See all jobs')}
          </ButtonLink>
        }
      >
        {t('The link may be outdated.')}
      </Empty>
    </Page>
  )
}
