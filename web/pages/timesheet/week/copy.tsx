import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '../../../../src/rules/time/calendar.ts'
import { create, remove } from '../../../api/records.ts'
import { edited, useAsPressed } from '../../../components/dialogs/as_pressed.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { toast } from '../../../components/dialogs/toast.ts'
import { undo } from '../../../components/dialogs/undo.ts'
import { Check } from '../../../components/fields/field.tsx'
import { useJobs } from '../../../components/jobs/jobs.ts'
import { Segments } from '../../../components/listing/segments.tsx'
import { Button } from '../../../components/page/button.tsx'
import { Empty, Failed, Notice, Skeleton } from '../../../components/page/page.tsx'
import { useHours, useTwelve } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { dateText, rangeText, today } from '../../../time.ts'
import { useShownChange } from '../change.ts'
import { addText, copiesByDay, copiesByTime, refusalOf } from './copies.ts'
import type { Owner } from './owner.ts'
import type { Week } from './week.ts'

type How = 'times' | 'hours'

/** Copies last week into this one, after showing what would be added and what would be skipped, and why. */
export function CopyDialog({ owner, week, onClose }: { owner: Owner; week: Week; onClose: () => void }) {
  const { rights, rules, user } = owner
  const jobs = useJobs(user.id)
  const hours = useHours()
  const twelve = useTwelve()
  const [how, setHow] = useState<How>(rights.mayTimes ? 'times' : 'hours')
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<readonly string[]>([])
  const copies =
    how === 'times' ? copiesByTime(week, owner, jobs, twelve, hours) : copiesByDay(week, owner, jobs, hours)
  const tried = useQuery({
    queryKey: ['time', 'copy', user.id, week.dates[0], how, copies.map(({ key }) => key)],
    queryFn: ({ signal }) =>
      create(
        'timesheets',
        copies.map(({ item }) => item),
        { dry: true, signal },
      ),
    enabled: copies.length > 0,
  })
  const now = today(rules.zone)
  const found = copies.map((copy, index) => {
    const outcome = tried.data?.[index]
    const there = week.days.find(({ date }) => date === copy.date)?.pay.total_work_seconds
    const fits = outcome?.ok === true && copy.reason === ''
    // Days in the future and days with hours start unselected: hours are rarely known ahead, or would be doubled.
    const usual = fits && copy.date <= now && !there
    const refusal = outcome && !outcome.ok ? refusalOf(outcome, week, jobs, twelve) : copy.reason
    const hint = refusal
      ? `${t('Skipped.')} ${refusal}`
      : there
        ? t('This day already has {hours}.', { hours: hours(there) })
        : undefined
    return { ...copy, fits, hint, chosen: fits && usual !== turned.has(copy.key) }
  })
  const copy = useShownChange(async (chosen: readonly (typeof found)[number][]) => {
    const outcomes = await create(
      'timesheets',
      chosen.map(({ item }) => item),
    )
    const ids = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.record.id] : []))
    if (ids.length > 0)
      toast(
        t('{count, plural, one {# entry copied.} other {# entries copied.}}', { count: ids.length }),
        undo([{ resource: 'timesheets', gone: ids }], () => remove('timesheets', ids)),
      )
    return outcomes.flatMap((outcome, at) => (outcome.ok ? [] : [`${chosen[at]!.text}: ${outcome.message}`]))
  })
  const lines = useAsPressed(found, copy)
  const chosen = lines.filter((line) => line.chosen)
  const run = () =>
    copy.mutate(chosen, { onSuccess: (problems) => (problems.length > 0 ? setRefused(problems) : onClose()) })

  return (
    <Dialog
      title={t('Copy last week')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" busy={copy.isPending} disabled={chosen.length === 0} onClick={run}>
            {addText(lines, tried.isLoading)}
          </Button>
        </>
      }
    >
      <div className="form">
        <About week={week} />
        {rights.mayTimes && rights.mayHours && (
          <Segments
            label={t('Copy@@what is copied')}
            value={how}
            options={[
              { value: 'times', text: t('Start and end times') },
              { value: 'hours', text: t('Durations only') },
            ]}
            onChange={(to) => {
              setHow(to)
              setTurned(new Set())
              edited(copy)
            }}
          />
        )}
        {refused.length > 0 && <Refused texts={refused} />}
        {copy.error && <Notice kind="bad">{copy.error.message}</Notice>}
        {copies.length === 0 ? (
          <Empty title={t('Nothing to copy')}>{t('No time was recorded last week.')}</Empty>
        ) : tried.error ? (
          <Failed error={tried.error} again={tried.refetch} />
        ) : !tried.data ? (
          <Skeleton lines={copies.length} />
        ) : (
          [...Map.groupBy(lines, ({ date }) => date)].map(([date, group]) => (
            <fieldset key={date} className="timesheet-copies">
              <legend>
                {dateText(date)} {date > now && <span className="badge">{t('Upcoming')}</span>}
              </legend>
              {group.map(({ key, text, fits, chosen, hint }) => (
                <Check
                  key={key}
                  label={text}
                  hint={hint}
                  disabled={!fits}
                  checked={chosen}
                  onChange={() => {
                    setTurned(turned.symmetricDifference(new Set([key])))
                    edited(copy)
                  }}
                />
              ))}
            </fieldset>
          ))
        )}
      </div>
    </Dialog>
  )
}

function Refused({ texts }: { texts: readonly string[] }) {
  return (
    <Notice kind="bad" title={t('Some entries couldn’t be added.')}>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Says which week is copied into which. */
function About({ week: { dates } }: { week: Week }) {
  const first = dates[0]!
  return (
    <p className="quiet">
      {t('From {before} to {now}.', {
        before: rangeText(addDays(first, -7), addDays(first, -1)),
        now: rangeText(first, dates[6]!),
      })}{' '}
      {t('Time off isn’t copied.')}
    </p>
  )
}
