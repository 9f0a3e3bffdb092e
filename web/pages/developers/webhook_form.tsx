import { type FormEvent, useState } from 'react'
import { useChange, useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Check, SelectField, TextArea, TextField } from '../../components/field.tsx'
import { Notice } from '../../components/page.tsx'
import { toast } from '../../components/toast.ts'
import { t } from '../../language.ts'
import { bodyOf, draftOf, type Webhook, type WebhookDraft } from './webhook.ts'

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
  const [draft, setDraft] = useState(() => draftOf(hook))
  const put = (change: Partial<WebhookDraft>) => setDraft((before) => ({ ...before, ...change }))
  const groups = useRecords('groups')
  const save = useChange(async () => {
    const body = bodyOf(draft, hook)
    if (!hook) return (await ask('POST', '/api/console/webhooks', { body })).secret
    await ask('PUT', '/api/console/webhooks/{id}', { params: { id: hook.id }, body })
    return undefined
  })
  const problem = save.error?.message
  const about = (field: string) => (problem?.startsWith(`${field}:`) ? problem : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined, {
      onSuccess: (secret) => {
        onClose()
        if (secret === undefined) toast(t('Saved.'))
        else onMade(secret)
      },
    })
  }
  return (
    <Dialog
      title={hook ? t('Edit {name}', { name: new URL(hook.url).host }) : t('Add a webhook')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form="webhook-form" busy={save.isPending}>
            {hook ? t('Save') : t('Add')}
          </Button>
        </>
      }
    >
      <form id="webhook-form" className="form" onSubmit={submit}>
        {problem && !about('url') && !about('types') && <Notice kind="bad">{problem}</Notice>}
        <TextField
          label={t('Address')}
          hint={t('Where messages are sent: https://, reachable from the internet.')}
          required
          spellCheck={false}
          value={draft.url}
          error={about('url')}
          onChange={({ target }) => put({ url: target.value })}
        />
        <TextField
          label={t('Description')}
          maxLength={200}
          value={draft.description}
          onChange={({ target }) => put({ description: target.value })}
        />
        <TextArea
          label={t('Events')}
          hint={t('One per line, such as timesheet.created, timesheet.* or *.deleted; * stands for everything.')}
          required
          spellCheck={false}
          value={draft.types}
          error={about('types')}
          onChange={({ target }) => put({ types: target.value })}
        />
        <SelectField
          label={t('Group')}
          value={draft.group}
          onChange={({ target }) => put({ group: Number(target.value) })}
        >
          <option value={0}>{t('Everyone')}</option>
          {(groups.data ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Check
          label={t('Send the whole record')}
          hint={t('Otherwise a message only says which record has changed.')}
          checked={draft.full}
          onChange={({ target }) => put({ full: target.checked })}
        />
        {hook && (
          <Check
            label={t('Switched on')}
            hint={t('It goes on where it stopped.')}
            checked={draft.active}
            onChange={({ target }) => put({ active: target.checked })}
          />
        )}
      </form>
    </Dialog>
  )
}
