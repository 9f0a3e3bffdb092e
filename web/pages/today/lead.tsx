import './lead.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMe } from '../../api/start.ts'
import { Failed, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { Ahead } from './ahead.tsx'
import { Budgets } from './budgets.tsx'
import { Decisions } from './decisions.tsx'
import { Periods } from './periods.tsx'
import { Missing, RightNow } from './right_now.tsx'
import type { Today, useToday } from './use_today.ts'

/** For those who lead others: who needs them now, what waits for their decision, and what is about to run out. */
export default function Lead({ answer }: { answer: ReturnType<typeof useToday> }) {
  const { data, error, refetch } = answer
  if (!data)
    return error ? (
      <Failed error={error} again={refetch} />
    ) : (
      <div className="today-lead">
        <Skeleton lines={1} height={84} />
        <Skeleton lines={6} height={72} />
      </div>
    )
  const { crew, waiting, projects } = data
  return (
    <div className="today-lead">
      <Tiles today={data} />
      <div className="today-lists">
        <div>
          {crew && <RightNow crew={crew} now={data.now} />}
          {crew && waiting && <Missing issues={crew.issues} />}
          {crew && <Ahead overtime={crew.overtime} />}
        </div>
        <div>
          {waiting && <Periods waiting={waiting} />}
          {waiting && <Decisions waiting={waiting} />}
          {projects && <Budgets projects={projects} />}
        </div>
      </div>
    </div>
  )
}

/** The counts, each with a link to the page that has all of them. */
function Tiles({ today: { crew, waiting } }: { today: Today }) {
  const me = useMe()
  const open = waiting?.periods.filter(({ running }) => !running).reduce((sum, one) => sum + one.waiting, 0) ?? 0
  const needs = crew ? crew.late.count + crew.breaks.count + crew.long_days.count : 0
  return (
    <ul className="today-tiles">
      {crew && (
        <Tile href="/working" name={t('On the clock')} count={crew.on_clock}>
          {crew.on_break > 0
            ? t('{count} on break', { count: crew.on_break })
            : t('{count} off the clock', { count: crew.off })}
        </Tile>
      )}
      {crew && <Tile href="#today-now" name={t('Need you now')} count={needs} isBad={needs > 0} />}
      {crew && (
        <Tile
          href="#today-ahead"
          name={t('Overtime this week')}
          count={crew.overtime.count}
          isWarn={crew.overtime.count > 0}
        />
      )}
      {waiting && (
        <Tile
          href="/time_off/waiting"
          name={t('Requests to decide')}
          count={waiting.time_off.count + waiting.corrections.count}
          isWarn={waiting.time_off.count + waiting.corrections.count > 0}
        />
      )}
      {waiting && (me.manages.length > 0 || me.may('approve_timesheets')) && (
        <Tile href="/approvals" name={t('Timesheets not approved')} count={open} isWarn={open > 0} />
      )}
    </ul>
  )
}

function Tile({
  href,
  name,
  count,
  isBad = false,
  isWarn = false,
  children,
}: {
  href: string
  name: string
  count: number
  isBad?: boolean
  isWarn?: boolean
  children?: ReactNode
}) {
  const look = isBad ? 'bad' : isWarn ? 'warn' : ''
  const inside = (
    <>
      <strong className={`today-count ${look}`}>{count}</strong>
      <span>{name}</span>
      {children && <small>{children}</small>}
    </>
  )
  return <li>{href.startsWith('#') ? <a href={href}>{inside}</a> : <Link href={href}>{inside}</Link>}</li>
}
