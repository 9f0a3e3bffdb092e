import { msg } from '../../../src/rules/language/messages.ts'
import { useChange, useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Check, SelectField, TextArea, TextField } from '../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../components/fields/form.tsx'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import { bodyOf, draftOf, isSwitchedOn, type Webhook, type WebhookDraft } from './webhook.ts'

const labels = {
  url: msg('Address'),
  description: msg('Description'),
  types: msg('Events'),
  full: msg('Send the whole record'),
  active: msg('Switched on'),
  skip: msg('Skip what is waiting'),
}

/** Adds or edits a webhook. */
export function WebhookForm({
  hook,
  onClose,
  onMade,
}: {
  hook: Webhook | undefined
  onClose: () => void
  onMade: (secret: string) => void
}) {
  const form = useForm<WebhookDraft>(draftOf(hook), labels)
  const groups = useRecords('groups')
  const send = useChange(async (draft: WebhookDraft) => {
    const body = bodyOf(draft, hook)
    if (!hook) return (await ask('POST', '/api/v1/webhooks', { body })).secret
    await ask('PUT', '/api/v1/webhooks/{id}', { params: { id: hook.id }, body })
    return undefined
  })
  const submit = form.onSubmit(async (_changes, draft) => {
    const secret = await send.mutateAsync(draft)
    form.reset()
    onClose()
    if (secret === undefined) toast(t('Saved.'))
    else onMade(secret)
  })
  return (
    <Dialog
      title={hook ? t('Edit {name}', { name: new URL(hook.url).host }) : t('Add a webhook')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form="webhook-form" busy={form.busy}>
            {hook ? t('Save') : t('Add')}
          </Button>
        </>
      }
    >
      <form id="webhook-form" className="form" ref={form.ref} onSubmit={submit}>
        <FormProblem text={form.general} />
        <TextField
          {...form.text('url')}
          hint={t('Where messages are sent: https://, reachable from the internet.')}
          required
          spellCheck={false}
        />
        <TextField {...form.text('description')} maxLength={200} />
        <TextArea
          {...form.text('types')}
          hint={t('One per line, such as timesheet.created, timesheet.* or *.deleted; * stands for everything.')}
          required
          spellCheck={false}
        />
        <SelectField
          label={t('Group')}
          hint={t('Only records of its members are sent.')}
          value={form.values.group}
          onChange={({ target }) => form.set({ group: Number(target.value) })}
        >
          <option value={0}>{t('Everyone')}</option>
          {(groups.data ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Check {...form.check('full')} hint={t('Otherwise a message only says which record has changed.')} />
        {hook && <Check {...form.check('active')} hint={t('It continues where it stopped.')} />}
        {isSwitchedOn(hook, form.values.active) && (
          <Check {...form.check('skip')} hint={t('Only changes from now on are sent.')} />
        )}
      </form>
    </Dialog>
  )
}
