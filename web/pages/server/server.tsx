import './server.css'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { Meter } from '../../components/listing/bars.tsx'
import { Facts } from '../../components/page/facts.tsx'
import { Card, Loaded, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { Backups } from './backups.tsx'
import { Faults } from './faults.tsx'
import { ServerHistory } from './history.tsx'
import { ServerMail } from './mail.tsx'
import { Restoring } from './restore.tsx'
import { bytesText, sentence } from './words.ts'

type State = AnswerOf<'GET /api/console/server'>

/** How often the state is read, in milliseconds, and while a backup is being made. */
const lookMs = 20_000
const busyMs = 2000

/** The state of the server, for those who administer it. */
export default function ServerPage() {
  const found = useAnswer('setup', '/api/console/server')
  const { data, error, refetch } = found
  const isRestoring = data?.restored != null && data.restored.ended === null
  const everyMs = isRestoring || data?.backups?.running ? busyMs : lookMs
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void refetch(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, refetch])
  return (
    <Page
      title={t('Server')}
      about={
        data &&
        t('Clockhouse {version} on Node.js {node}, running since {time}', {
          version: data.version,
          node: data.node,
          time: momentText(data.started),
        })
      }
    >
      <Loaded of={found} skeleton={<Skeleton lines={3} height={160} />}>
        {(state) => (
          <>
            <Restoring restored={state.restored} isAway={error !== null} />
            <Problems {...state} />
            <Backups {...state} />
            <div className="two">
              <Storage {...state} />
              <ServerMail {...state} />
            </div>
            <ServerHistory />
            <Faults {...state} />
            <Checks {...state} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** What is wrong and what to do about it, or that nothing is. */
function Problems({ problems, newer_version, command }: State) {
  return (
    <div className="server-problems">
      {problems.length === 0 && <Notice kind="good" title={t('All checks pass.')} />}
      {problems.map(({ level, title, detail, remedy, since }) => (
        <Notice
          key={title + detail}
          kind={level === 'trouble' ? 'bad' : 'warn'}
          title={
            <>
              {sentence(title)}
              {since && <small className="quiet">{t('since {time}', { time: momentText(since) })}</small>}
            </>
          }
        >
          {detail && <p>{sentence(detail)}</p>}
          {remedy && <p className="server-remedy">{remedy}</p>}
        </Notice>
      ))}
      {newer_version && (
        <Notice title={t('Clockhouse {version} is released.', { version: newer_version })}>
          {rich(t('Install it, or run <command/> if you installed an archive.'), {
            command: () => <code>{command} update</code>,
          })}
        </Notice>
      )}
    </div>
  )
}

function Storage({ sizes: { database: size, log, free, disk }, database, backups, checks }: State) {
  const space = free !== null && disk !== null ? { free, disk } : undefined
  const isFull = checks.some(({ name, state }) => name === 'disk' && state !== 'ok')
  return (
    <Card title={t('Storage')} className="server-storage">
      <Facts
        of={[
          [t('Database'), `${database === 'postgres' ? 'PostgreSQL' : 'SQLite'}, ${bytesText(size)}`],
          ...(log === null ? [] : ([[t('Write-ahead log'), bytesText(log)]] as const)),
          ...(backups ? ([[t('Backups'), bytesText(backups.bytes)]] as const) : []),
          ...(space
            ? ([
                [
                  t('Free on the disk'),
                  t('{free} of {size}', { free: bytesText(space.free), size: bytesText(space.disk) }),
                ],
              ] as const)
            : []),
        ]}
      />
      {space && (
        <div>
          <Meter value={space.disk - space.free} of={space.disk} over={isFull} />
          <small className="quiet">{t('{size} used', { size: bytesText(space.disk - space.free) })}</small>
        </div>
      )}
    </Card>
  )
}

const marks = {
  ok: { Icon: CircleCheck, word: () => t('OK') },
  warning: { Icon: TriangleAlert, word: () => t('Warning') },
  trouble: { Icon: CircleAlert, word: () => t('Trouble') },
}

/** What the server watches itself, and since when each is as it is. */
function Checks({ checks, command }: State) {
  return (
    <Card title={t('Checks')}>
      <ul className="server-checks">
        {checks.map(({ name, about, state, since }) => {
          const { Icon, word } = marks[state]
          return (
            <li key={name} data-state={state}>
              <Icon size={18} aria-label={word()} />
              <span className="two-lines">
                {sentence(about)}
                <small>
                  {state === 'ok'
                    ? t('since {time}', { time: momentText(since) })
                    : t('not since {time}', { time: momentText(since) })}
                </small>
              </span>
            </li>
          )
        })}
      </ul>
      <p className="hint server-more">
        {rich(t('On its machine, <command/> checks more, such as the whole database.'), {
          command: () => <code>{command} doctor</code>,
        })}
      </p>
    </Card>
  )
}
