import type { FormEvent } from 'react'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { useUnsaved } from '../../components/dialogs/unsaved_question.tsx'
import { TextArea } from '../../components/fields/field.tsx'
import { FormProblem } from '../../components/fields/form.tsx'
import { submitByKeys } from '../../components/fields/submit_keys.ts'
import { Button } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { EveryoneOrSelected } from './people_choice.tsx'
import { treeRead } from './several.ts'
import type { JobRecord } from './tree.ts'
import { type SeveralJobs, useSeveralJobs } from './use_several.ts'

/** Adds jobs from a list of names. */
export function AddSeveralJobs({ all, onClose }: { all: readonly JobRecord[]; onClose: () => void }) {
  const several = useSeveralJobs(all)
  return (
    <ActionDialog
      title={t('Add several jobs')}
      label={addLabel(several)}
      run={several.add}
      disabled={!several.isReady}
      onClose={onClose}
    >
      <Fields of={several} />
    </ActionDialog>
  )
}

/** The same on the page of a company without jobs. */
export function FirstJobs({ all }: { all: readonly JobRecord[] }) {
  const several = useSeveralJobs(all)
  useUnsaved(several.text.trim() !== '' && !several.busy)
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!several.isReady) return
    // The form says what was refused.
    several.add().catch(() => {})
  }
  return (
    <Card title={t('No jobs yet')}>
      <p className="quiet">
        {t('People record time on jobs, such as a customer, a site or a task. Jobs can have sub-jobs.')}
      </p>
      <form className="form jobs-first" onSubmit={add} onKeyDown={submitByKeys} noValidate>
        <FormProblem text={several.error?.message} />
        <Fields of={several} />
        <div className="actions">
          <Button type="submit" kind="primary" busy={several.busy} disabled={!several.isReady}>
            {addLabel(several)}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function addLabel({ jobs }: SeveralJobs): string {
  if (jobs.length === 0) return t('Add jobs')
  return t('{count, plural, one {Add # job} other {Add # jobs}}', { count: jobs.length })
}

function Fields({ of: { text, setText, problem, everyone, setEveryone, jobs } }: { of: SeveralJobs }) {
  return (
    <>
      <TextArea
        label={t('Names')}
        rows={6}
        hint={t('One job per line. Indent sub-jobs by two spaces, or write: Aspen Ridge Homes > Lot 14')}
        className="jobs-names"
        error={problem}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {jobs.length > 0 && (
        <ul className="jobs-read" aria-label={t('As read')}>
          {treeRead(jobs).map(({ path, isNew }) => (
            <li
              key={path.join(' > ')}
              className={isNew ? undefined : 'quiet'}
              style={{ paddingInlineStart: (path.length - 1) * 20 }}
            >
              {path.at(-1)}
            </li>
          ))}
        </ul>
      )}
      <div className="jobs-who">
        <p className="label">{t('Who can use it')}</p>
        <EveryoneOrSelected everyone={everyone} onEveryone={setEveryone} />
      </div>
      {!everyone && <p className="hint">{t('Once they are added, select them and choose Assign.')}</p>}
    </>
  )
}
