import { Fragment } from 'react'
import { noteOf, removed, retried, valuesOf, withDependents } from '../../api/dependents.ts'
import { changePunches, type Punch } from '../../api/punches.ts'
import { useRecords } from '../../api/queries.ts'
import { newKey } from '../../api/request.ts'
import { sendPunches } from '../../api/send_punches.ts'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { clockTime, dateText, today } from '../../time.ts'
import { isPhone } from './act.ts'
import { useClockJobs } from './jobs.ts'

/** What the server refused, with all that depends on it: why, and what can be done. */
export default function Refused({ punch, all }: { punch: Punch; all: readonly Punch[] }) {
  const me = useMe()
  const jobs = useClockJobs()
  const { data: fields = [] } = useRecords('customfields', { active: 'yes' })
  const twelve = Number(me.settings.general?.time_format ?? 12) === 12
  const parts = withDependents(punch, all)
  const endOf = ({ key }: Punch) =>
    parts.find(({ kind, of, ...end }) => kind !== 'edit' && of === key && end.key !== key)
  const textOf = (part: Punch) => {
    const date = today(me.zone, Date.parse(part.at) * 1000)
    const when = `${dateText(date)}, ${clockTime(part.at, me.zone, twelve)}`
    const end = endOf(part)
    const until = end && clockTime(end.at, me.zone, twelve)
    return refusedText(part, { when, until, job: jobs.pathOf(Number((part.next ?? part.item).jobcode_id)) })
  }
  // The title says when a refused clock-in ended.
  const inTitle = [punch, ...(punch.kind === 'in' && endOf(punch)?.kind === 'out' ? [endOf(punch)] : [])]
  const again = async () => {
    await changePunches((before) => retried(before, punch, newKey))
    await sendPunches(me.user.id)
  }
  const remove = () => changePunches((before) => removed(before, punch))
  return (
    <Notice kind="bad" title={textOf(punch)}>
      <p>{punch.refused}</p>
      {parts.map((part) => (
        <Fragment key={part.key}>
          {!inTitle.includes(part) && <p>{textOf(part)}</p>}
          {noteOf(part) !== '' && <p>{t('Your note: {note}', { note: noteOf(part) })}</p>}
          {fields.map(({ id, name }) => {
            const value = valuesOf(part)[id]
            return value && <p key={id}>{`${name}: ${value}`}</p>
          })}
        </Fragment>
      ))}
      <p>{t('If this time is right, write it down and ask your manager to enter it.')}</p>
      <div className="actions">
        <Button onClick={() => void again()}>{t('Try again')}</Button>
        <Button kind="quiet" onClick={() => void remove()}>
          {isPhone() ? t('Remove from this phone') : t('Remove from this device')}
        </Button>
      </div>
    </Notice>
  )
}

function refusedText(
  { kind }: Punch,
  { when, until, job }: { when: string; until: string | undefined; job: string },
): string {
  if (kind === 'in')
    return until
      ? t('Clock-in {when} until {until} on {job} was not accepted', { when, until, job })
      : t('Clock-in {when} on {job} was not accepted', { when, job })
  if (kind === 'switch') return t('Switching to {job} {when} was not accepted', { job, when })
  return kind === 'out'
    ? t('Clock-out {when} was not accepted', { when })
    : t('A change {when} was not accepted', { when })
}
