import { type FormEvent, useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import type { BodyOf } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Check, TextArea, TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import { explain } from '../../components/page/refusals.ts'
import { t } from '../../language.ts'
import type { Application } from './application.ts'

const labels = { name: msg('Name'), description: msg('Description'), redirect_uris: msg('Redirect URIs') }

type Made = { application: Application; client_secret?: string | null }

/** Registers or edits an application. */
export function ApplicationForm({
  application,
  onClose,
  onMade,
}: {
  application: Application | undefined
  onClose: () => void
  onMade: (made: Made) => void
}) {
  const [name, setName] = useState(application?.name ?? '')
  const [description, setDescription] = useState(application?.description ?? '')
  const [addresses, setAddresses] = useState(application?.redirect_uris.join('\n') ?? '')
  const [openToAll, setOpenToAll] = useState(application?.open_to_all ?? false)
  const [isPublic, setPublic] = useState(false)
  const save = useChange((body: BodyOf<'POST /api/console/applications'>) =>
    application
      ? ask('PUT', '/api/console/applications/{id}', { params: { id: application.id }, body })
      : ask('POST', '/api/console/applications', { body }),
  )
  const problem = save.error ? explain(save.error, labels) : undefined
  const about = (field: keyof typeof labels) => (problem?.field === field ? problem.text : undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const redirect_uris = addresses
      .split(/\s+/)
      .map((line) => line.trim())
      .filter(Boolean)
    const given = { name, description, redirect_uris, open_to_all: openToAll }
    save.mutate(application ? given : { ...given, public_client: isPublic }, {
      onSuccess: (made) => {
        onClose()
        toast(application ? t('Saved.') : t('{name} registered.', { name: made.application.name }))
        onMade(made)
      },
    })
  }

  return (
    <Dialog
      title={application ? t('Edit {name}', { name: application.name }) : t('Register an application')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form="application-form" busy={save.isPending}>
            {application ? t('Save') : t('Register')}
          </Button>
        </>
      }
    >
      <form id="application-form" className="form" onSubmit={submit}>
        {problem && problem.field === undefined && <Notice kind="bad">{problem.text}</Notice>}
        <TextField
          label={t(labels.name)}
          hint={t('People see this when they are asked to allow the application.')}
          required
          maxLength={100}
          value={name}
          error={about('name')}
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label={t(labels.description)}
          rows={2}
          maxLength={1000}
          value={description}
          error={about('description')}
          onChange={({ target }) => setDescription(target.value)}
        />
        <TextArea
          label={t(labels.redirect_uris)}
          hint={t('Where people return to, one per line: https://, or http:// on localhost or 127.0.0.1.')}
          required
          spellCheck={false}
          value={addresses}
          error={about('redirect_uris')}
          onChange={({ target }) => setAddresses(target.value)}
        />
        {!application && (
          <Check
            label={t('Runs on people’s own devices')}
            hint={t('A mobile, desktop or single-page app. It gets no secret and must use PKCE.')}
            checked={isPublic}
            onChange={({ target }) => setPublic(target.checked)}
          />
        )}
        {application?.open_to_all && (
          <Check
            label={t('Available to every company on this server')}
            hint={t('Otherwise only people in your company can allow it.')}
            checked={openToAll}
            onChange={({ target }) => setOpenToAll(target.checked)}
          />
        )}
      </form>
    </Dialog>
  )
}
