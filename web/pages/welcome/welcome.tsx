import './welcome.css'
import { Briefcase, Settings, Users } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card, Notice, Page, Skeleton } from '../../components/page.tsx'

const steps = [
  {
    href: '/people',
    icon: Users,
    name: 'Add your people',
    about: 'One by one, or from a file. They get a link to set their password.',
  },
  {
    href: '/jobs',
    icon: Briefcase,
    name: 'Add what they work on',
    about: 'Jobs, customers or projects, in a tree as deep as you like.',
  },
  {
    href: '/settings',
    icon: Settings,
    name: 'Look at the settings',
    about: 'When the week begins, how often you pay, what counts as overtime.',
  },
]

/** What somebody sees who has just created a company: where to begin, or a believable company to look around in. */
export default function WelcomePage() {
  const { company, outbox } = useMe()
  return (
    <Page title={`Welcome, ${company.name}`} about="Your company is ready. Begin with your own, or look around first.">
      <div className="two">
        <Card title="Begin with your own">
          <ol className="welcome-steps">
            {steps.map(({ href, icon: Icon, name, about }) => (
              <li key={href}>
                <Link href={href}>
                  <Icon size={22} aria-hidden="true" />
                  <span>
                    <strong>{name}</strong>
                    <small>{about}</small>
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </Card>
        <SampleCard />
      </div>
      {outbox && (
        <Notice title="Mails stay on this server.">
          Nothing leaves this machine: invitations, links for passwords and reminders are in the{' '}
          <Link href="/outbox">outbox</Link>.
        </Notice>
      )}
    </Page>
  )
}

const sampleSeconds = 1

function SampleCard() {
  const sample = useAnswer('setup', '/api/console/sample_data')
  const begin = useChange(() => ask('POST', '/api/console/sample_data'))
  const { data, refetch } = sample
  const isRunning = data?.state === 'running'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void refetch(), sampleSeconds * 1000)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
  return (
    <Card title="Look around first">
      <p className="quiet">
        Fills the company with 24 believable people, their jobs, shifts and three months of time. They cannot sign in;
        you stay the administrator. Create another company when you are done looking.
      </p>
      {!data && <Skeleton lines={1} height={44} />}
      {begin.error && <Notice kind="bad">{begin.error.message}</Notice>}
      {data?.state === 'failed' && (
        <Notice kind="warn" title="It stopped in the middle.">
          Nothing is lost: it goes on where it stopped.
        </Notice>
      )}
      {isRunning && (
        <div className="welcome-progress">
          <span id="welcome-filling">Filling the company …</span>
          <progress aria-labelledby="welcome-filling" {...(data.of > 0 ? { max: data.of, value: data.done } : {})} />
        </div>
      )}
      {data?.state === 'done' && (
        <>
          <Notice kind="good">The company is full of life.</Notice>
          <ButtonLink kind="primary" href="/working">
            See who is working
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
          {data.state === 'failed' ? 'Go on' : 'Fill it with sample data'}
        </Button>
      )}
      {data?.state === 'none' && data.possible === false && (
        <p className="quiet">This is for empty companies only, and yours has people or time already.</p>
      )}
    </Card>
  )
}
