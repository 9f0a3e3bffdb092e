import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import type { Records } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import { own } from '../../own_address.ts'

/** What an administrator can do with the data stored about a person: download it, and remove it permanently. */
export function PersonalData({ user, isOwn }: { user: Records['users']; isOwn: boolean }) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="people-sign-in">
      <a className="button" href={own(`/api/console/users/${user.id}/data`)} download>
        <Download size={18} aria-hidden="true" />
        {t('Download all data')}
      </a>
      <p className="hint">{t('Everything stored about this person, as JSON and CSV.')}</p>
      {!user.active && !isOwn && (
        <>
          <Button kind="danger" icon={<UserX size={18} aria-hidden="true" />} onClick={() => setAsking(true)}>
            {t('Anonymize')}
          </Button>
          <p className="hint">{t('Permanently removes what names or describes the person. Time and pay stay.')}</p>
        </>
      )}
      {asking && <Anonymize user={user} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Anonymize({ user, onClose }: { user: Records['users']; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [typed, setTyped] = useState('')
  const name = `${user.first_name} ${user.last_name}`.trim()
  const run = async () => {
    const body = { password, name: typed }
    await ask('POST', '/api/console/users/{id}/anonymization', { params: { id: user.id }, body })
    toast(t('Anonymized.'))
  }
  return (
    <ActionDialog
      title={t('Anonymize {name}?', { name })}
      label={t('Anonymize')}
      run={run}
      disabled={password === '' || typed.trim() !== name}
      onClose={onClose}
    >
      <p>
        {t(
          'Name, addresses, phone, notes, positions, messages, devices and sign-in are removed. Hours and pay stay under a placeholder. This cannot be undone.',
        )}
      </p>
      <TextField
        label={t('Type the name: {name}', { name })}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <TextField
        label={t('Your password')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </ActionDialog>
  )
}
