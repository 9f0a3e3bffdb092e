import { Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import type { SettingsForm } from './form.ts'
import { FromField } from './from_field.tsx'

/** Asks when changed settings take effect, if they affect pay. */
export function HoldsFrom({ form, changed }: { form: SettingsForm; changed: ReturnType<SettingsForm['changed']> }) {
  if (!form.isDated(changed)) return null
  return (
    <FromField
      label={t('Changes apply from')}
      usual={t('The workweek after approved time')}
      approvedTo={form.question.data!.approved_to}
      value={form.from}
      onChange={form.setFrom}
    />
  )
}

/** What to send for changed settings. */
export function requestOf(form: SettingsForm, changed: ReturnType<SettingsForm['changed']>) {
  return { settings: changed, ...(form.from !== undefined && form.isDated(changed) && { settings_from: form.from }) }
}

/** The server's error about a change, if it does not concern a particular setting. */
export function CardProblem({ form, title }: { form: SettingsForm; title: string }) {
  const problem = form.problemOf(title)
  return problem && <Notice kind="bad">{problem}</Notice>
}
