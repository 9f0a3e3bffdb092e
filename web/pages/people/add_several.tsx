import type { FormEvent } from 'react'
import type { Records } from '../../api/records.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { useUnsaved } from '../../components/dialogs/unsaved_question.tsx'
import { FormProblem } from '../../components/fields/form.tsx'
import { submitByKeys } from '../../components/fields/submit_keys.ts'
import { Button } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import type { PersonLink } from './invite.ts'
import { addLabel, SeveralFields } from './several_fields.tsx'
import { useSeveral } from './use_several.ts'

type Props = {
  groups: readonly Records['groups'][]
  /** Receives the links of those who were invited without email. */
  onAdded: (links: readonly PersonLink[]) => void
}

/** Adds people from a list of names, and invites them: by email, and those without by a sheet of links. */
export function AddSeveral({ groups, onAdded, onClose }: Props & { onClose: () => void }) {
  const several = useSeveral()
  return (
    <ActionDialog
      title={t('Add several people')}
      label={addLabel(several)}
      run={async () => onAdded(await several.add())}
      disabled={!several.isReady}
      onClose={onClose}
    >
      <SeveralFields of={several} groups={groups} />
    </ActionDialog>
  )
}

/** The same on the page of a company without other people. */
export function FirstPeople({ groups, onAdded }: Props) {
  const several = useSeveral()
  useUnsaved(several.text.trim() !== '' && !several.busy)
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!several.isReady) return
    // The form says what was refused.
    several.add().then(onAdded, () => {})
  }
  return (
    <Card title={t('It’s just you so far')}>
      <p className="quiet">{t('Add the people whose time you track: a list of names, one by one, or from a file.')}</p>
      <form className="form people-first" onSubmit={add} onKeyDown={submitByKeys} noValidate>
        <FormProblem text={several.error?.message} />
        <SeveralFields of={several} groups={groups} />
        <div className="actions">
          <Button type="submit" kind="primary" busy={several.busy} disabled={!several.isReady}>
            {addLabel(several)}
          </Button>
        </div>
      </form>
    </Card>
  )
}
