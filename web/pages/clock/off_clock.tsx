import { Play } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../api/start.ts'
import { CustomFields } from '../../components/fields/custom_fields.tsx'
import { JobDialog, JobPicker } from '../../components/jobs/job_picker.tsx'
import { useJobWord } from '../../components/jobs/jobs.ts'
import { Button } from '../../components/page/button.tsx'
import { inSentence, t } from '../../language.ts'
import { PlaceDialog } from './later.tsx'
import { Timer } from './timer.tsx'
import { Trouble, type Troubled } from './trouble.tsx'
import type { ClockIn } from './use_clock_in.ts'

/** The clock while nothing is running: the next job, and the button to clock in. */
export function OffClock({ clockIn, problem }: { clockIn: ClockIn } & Pick<Troubled, 'problem'>) {
  const me = useMe()
  const word = inSentence(useJobWord())
  const [choosing, setChoosing] = useState(false)
  const { job, choose, begin } = clockIn
  return (
    <>
      <p className="clock-state" role="status">
        {t('Off the clock')}
      </p>
      {!me.isOn('general', 'hide_working_time') && <Timer since={undefined} />}
      <Trouble problem={problem} />
      <div className="clock-form">
        {clockIn.choosesJob && <JobPicker value={job} text={clockIn.jobText} onChange={choose} />}
        <CustomFields
          fields={clockIn.fields}
          values={clockIn.values}
          onChange={clockIn.setValues}
          problems={clockIn.problems}
        />
      </div>
      <Button
        kind="primary"
        className="clock-button"
        icon={<Play size={22} aria-hidden="true" />}
        busy={clockIn.busy}
        disabled={!clockIn.ready}
        onClick={() => (job === undefined ? setChoosing(true) : void begin(job))}
      >
        {t('Clock in')}
      </Button>
      {choosing && (
        <JobDialog
          value={undefined}
          title={t('Clock in: choose a {job}', { job: word })}
          onClose={() => setChoosing(false)}
          onChoose={(id) => {
            setChoosing(false)
            choose(id)
            void begin(id)
          }}
        />
      )}
      {clockIn.placeQuestion && <PlaceDialog {...clockIn.placeQuestion} />}
    </>
  )
}
