import { JobDialog } from '../../../components/jobs/job_picker.tsx'
import { useJobWord } from '../../../components/jobs/jobs.ts'
import { inSentence, t } from '../../../language.ts'
import type { ClockOut } from '../use_clock_out.ts'
import { BreaksQuestion } from './breaks_question.tsx'
import { EndQuestion } from './end_question.tsx'
import { SwitchDialog } from './switch_dialog.tsx'

/** The dialogs shown before an entry ends. */
export default function Questions({ clock }: { clock: ClockOut }) {
  const word = inSentence(useJobWord())
  const { asking, content, finish } = clock
  const close = () => clock.setAsking(undefined)
  if (asking === undefined) return null
  if (asking === 'end')
    return (
      <EndQuestion
        pauses={clock.pauses}
        onClose={close}
        onEnd={() => void clock.clockOut()}
        onPause={(jobId) => void finish({ jobId, values: content.values })}
      />
    )
  if (asking === 'job')
    return (
      <JobDialog
        value={undefined}
        title={t('Back to which {job}?', { job: word })}
        onClose={close}
        onChoose={(id) => void clock.choose(id)}
      />
    )
  if ('breaks' in asking)
    return (
      <BreaksQuestion
        breaks={asking.breaks}
        busy={clock.busy}
        onClose={close}
        onSaid={(answers) => void clock.answerBreaks(answers)}
      />
    )
  return (
    <SwitchDialog
      jobId={asking.switchTo}
      values={content.values}
      notes={content.noteMissing ? content.notes : undefined}
      onClose={close}
      onGo={(values, said) => void finish({ jobId: asking.switchTo, values }, said)}
    />
  )
}
