import { useState } from 'react'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { Segments } from '../../../components/listing/segments.tsx'
import { Button } from '../../../components/page/button.tsx'
import { t } from '../../../language.ts'
import { answerNames, type BreakAnswer, type DueBreak } from './due_breaks.ts'

type Answers = Readonly<Record<string, BreakAnswer>>

/** Asks a person who clocks out whether they took the breaks that were due. */
export function BreaksQuestion({
  breaks,
  busy,
  onClose,
  onSaid,
}: {
  breaks: readonly DueBreak[]
  busy: boolean
  onClose: () => void
  onSaid: (answers: Answers) => void
}) {
  const before = breaks.flatMap(({ rule, answer }) => (answer ? [[rule, answer] as const] : []))
  const [answers, setAnswers] = useState<Answers>(Object.fromEntries(before))
  return (
    <Dialog
      title={t('About your breaks')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={breaks.some(({ rule }) => answers[rule] === undefined)}
            onClick={() => onSaid(answers)}
          >
            {t('Clock out')}
          </Button>
        </>
      }
    >
      <div className="form">
        {breaks.map(({ rule, words }) => (
          <div key={rule}>
            <p>{words}.</p>
            <Segments<BreakAnswer | ''>
              label={words}
              value={answers[rule] ?? ''}
              options={answerNames.map(({ value, text }) => ({ value, text: t(text) }))}
              onChange={(answer) => setAnswers({ ...answers, [rule]: answer as BreakAnswer })}
            />
          </div>
        ))}
      </div>
    </Dialog>
  )
}
