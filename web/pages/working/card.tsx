import { MapPin } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { useMe } from '../../api/start.ts'
import { pathParts } from '../../components/jobs/jobs.ts'
import { rich } from '../../components/page/rich.tsx'
import { ClockOutOf } from '../../components/people/clock_out.tsx'
import { Avatar } from '../../components/people/person.tsx'
import { useHours, useTwelve } from '../../components/time/hours.ts'
import { useMinute, useSeconds } from '../../components/time/now.ts'
import { t } from '../../language.ts'
import { clockTime, instant, ticking } from '../../time.ts'
import type { Person } from './board.ts'
import { mapLink } from './places.ts'

/** A person on the board: job, place, time on the clock, and totals of the day and week. */
export const PersonCard = memo(Card, (before, after) => {
  const same = before.person === after.person || JSON.stringify(before.person) === JSON.stringify(after.person)
  return same && before.job === after.job
})

function Card({ person, job }: { person: Person; job: string }) {
  const { running, name, place } = person
  const { user } = useMe()
  const state = running ? (running.onBreak ? 'break' : 'on') : 'off'
  const path = pathParts(job)
  return (
    <li className={`working-card ${state}`}>
      <Avatar name={name} />
      <div className="working-who">
        <p className="working-name">
          {person.seen ? (
            <Link href={person.id === user.id ? '/timesheet' : `/timesheet?user=${person.id}`}>{name}</Link>
          ) : (
            name
          )}
        </p>
        {running ? (
          <>
            <span className="working-job" title={job}>
              {running.onBreak && <span className="badge warn">{t('On break')}</span>} {path.name}
              {path.above && <small>{path.above}</small>}
            </span>
            {place && (
              <small className="working-place">
                <a href={mapLink(place)} target="_blank" rel="noreferrer">
                  <MapPin size={14} aria-hidden="true" />
                  {rich(t('<unseen>Last seen at </unseen>{place}', { place: place.name }), {
                    unseen: (text) => <span className="unseen">{text}</span>,
                  })}
                </a>
              </small>
            )}
          </>
        ) : (
          <span className="working-job">{t('Off the clock')}</span>
        )}
      </div>
      <div className="working-time">
        {running ? <Elapsed since={running.since} /> : <span className="working-elapsed">–</span>}
        <Totals person={person} />
      </div>
      {running && person.managed && <ClockOutOf name={name} sheetId={running.sheetId} />}
    </li>
  )
}

/** How long an entry has been running. Only this is redrawn every second. */
function Elapsed({ since }: { since: string }) {
  const { zone } = useMe()
  const twelve = useTwelve()
  const seconds = useSeconds() - instant(since) / 1e6
  return (
    <span className="working-elapsed" title={t('Since {time}', { time: clockTime(since, zone, twelve) })}>
      {ticking(seconds)}
    </span>
  )
}

function Totals({ person: { running, daySeconds, dayGrows, weekSeconds, weekGrows } }: { person: Person }) {
  const hours = useHours()
  const minute = useMinute()
  const more = running ? Math.max(0, minute - instant(running.since) / 1e6) : 0
  return (
    <small>
      {t('day {hours}', { hours: hours(daySeconds + (dayGrows ? more : 0)) })}
      <br />
      {t('week {hours}', { hours: hours(weekSeconds + (weekGrows ? more : 0)) })}
    </small>
  )
}
