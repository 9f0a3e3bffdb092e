import './welcome.css'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Card, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { Checklist } from './checklist.tsx'
import { FindAnything } from './find.tsx'
import { RemoveSample } from './remove_sample.tsx'

/** The first page of a new company: set it up, or explore with sample data. */
export default function WelcomePage() {
  const { company, outbox } = useMe()
  const { data } = useAnswer('time', '/api/console/setup_steps')
  const isDone = data?.steps.every(({ done, skipped }) => done || skipped)
  const sample = useAnswer('setup', '/api/console/sample_data')
  return (
    <Page
      title={isDone ? t('Setup') : t('Welcome, {name}', { name: company.name })}
      about={
        isDone
          ? t('Everything is set up. Each step leads to where you can change it.')
          : offersSample(sample.data)
            ? t('Your company is ready. Set it up, or explore with sample data first.')
            : t('Your company is ready. These steps set it up.')
      }
    >
      <div className="two">
        <Checklist />
        <div className="welcome-side">
          <FindAnything />
          <SampleCard />
        </div>
      </div>
      {outbox && (
        <Notice title={t('Email stays on this server.')}>
          {rich(t('Nothing is sent: you’ll find invitations, password links, and reminders in the <a>outbox</a>.'), {
            a: (text) => <Link href="/outbox">{text}</Link>,
          })}
        </Notice>
      )}
    </Page>
  )
}

type Sample = AnswerOf<'GET /api/console/sample_data'>

/** Sample data is not offered once a company has people of its own. */
function offersSample(sample: Sample | undefined): boolean {
  return sample !== undefined && !(sample.state === 'none' && sample.possible === false)
}

const sampleSeconds = 1

function SampleCard() {
  const sample = useAnswer('setup', '/api/console/sample_data')
  const begin = useChange(() => ask('POST', '/api/console/sample_data'))
  const [removing, setRemoving] = useState(false)
  const { data, refetch } = sample
  const isRunning = data?.state === 'running'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void refetch(), sampleSeconds * 1000)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
  if (data && !offersSample(data)) return null
  return (
    <Card title={t('Explore with sample data')}>
      <p className="quiet">
        {t(
          'Adds 24 sample people with jobs, shifts, and three months of time. They can’t sign in, and you stay the administrator. When you’re done, remove it all again: what you added yourself stays.',
        )}
      </p>
      {!data && <Skeleton lines={1} height={44} />}
      {begin.error && <Notice kind="bad">{begin.error.message}</Notice>}
      {data?.state === 'failed' && (
        <Notice kind="warn" title={t('Adding sample data was interrupted.')}>
          {t('Nothing is lost. Continue where it stopped.')}
        </Notice>
      )}
      {isRunning && (
        <div className="welcome-progress">
          <span id="welcome-filling">{t('Adding sample data…')}</span>
          <progress aria-labelledby="welcome-filling" {...(data.of > 0 ? { max: data.of, value: data.done } : {})} />
        </div>
      )}
      {data?.state === 'done' && (
        <>
          <Notice kind="good">{t('Sample data added.')}</Notice>
          <ButtonLink kind="primary" href="/working">
            {t('See who is working')}
          </ButtonLink>
        </>
      )}
      {data && !isRunning && data.state !== 'done' && (
        <Button
          kind="primary"
          busy={begin.isPending}
          disabled={data.possible === false}
          onClick={() => begin.mutate(undefined)}
        >
          {data.state === 'failed' ? t('Continue') : t('Add sample data')}
        </Button>
      )}
      {(data?.state === 'done' || data?.state === 'failed') && (
        <Button onClick={() => setRemoving(true)}>{t('Remove sample data')}</Button>
      )}
      {removing && <RemoveSample onClose={() => setRemoving(false)} />}
    </Card>
  )
}
