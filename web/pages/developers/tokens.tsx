import './developers.css'
import { KeyRound, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { addDays } from '../../../src/rules/time/calendar.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Secrets } from '../../components/dialogs/secrets.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Notice } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { dateText, instant, isoOf, momentText, serverNow, today } from '../../time.ts'
import { DevelopersPage } from './frame.tsx'

type Token = AnswerOf<'GET /api/console/tokens'>['tokens'][number]

const daysUsual = 60
const soonSeconds = 14 * 86_400

/** Access tokens for scripts that call the API as a user. */
export default function TokensPage() {
  const [everyone, setEveryone] = useState(false)
  const tokens = useAnswer('setup', '/api/console/tokens', { all: everyone })
  const [form, setForm] = useState<Token | 'new'>()
  const [made, setMade] = useState<string>()
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setForm('new')}>
      {t('Create token')}
    </Button>
  )
  return (
    <DevelopersPage actions={add}>
      <Check
        label={t('Show everyone’s tokens')}
        checked={everyone}
        onChange={({ target }) => setEveryone(target.checked)}
      />
      <Card>
        <Loaded of={tokens}>
          {({ tokens }) =>
            tokens.length === 0 ? (
              <Empty icon={<KeyRound size={40} aria-hidden="true" />} title={t('No tokens')} action={add}>
                {t(
                  'A token lets your scripts call the API with your permissions. Create one and send it in the Authorization header.',
                )}
              </Empty>
            ) : (
              <ul className="rows">
                {tokens.map((token) => (
                  <TokenRow key={token.id} token={token} showOwner={everyone} onExtend={setForm} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      {form && (
        <TokenForm token={form === 'new' ? undefined : form} onClose={() => setForm(undefined)} onMade={setMade} />
      )}
      {made && (
        <Secrets
          title={t('Your new token')}
          about={t('It is shown only once. Anyone who has it can do what you can do, so treat it like a password.')}
          values={[{ name: t('Token'), value: made }]}
          onClose={() => setMade(undefined)}
        />
      )}
    </DevelopersPage>
  )
}

function TokenRow({
  token,
  showOwner,
  onExtend,
}: {
  token: Token
  showOwner: boolean
  onExtend: (token: Token) => void
}) {
  const { user } = useMe()
  const [sure, setSure] = useState(false)
  const isMine = token.user.user_id === user.id
  const endsSoon = (instant(token.expires) - serverNow()) / 1e6 < soonSeconds
  return (
    <li>
      <div>
        <strong>{token.name || token.application}</strong>{' '}
        <span className="badge">{token.kind === 'manual' ? t('Created manually') : t('From an application')}</span>{' '}
        {token.scopes && <span className="badge">{token.scopes === 'read' ? t('Read only') : token.scopes}</span>}
        {showOwner && <p>{token.user.name}</p>}
        <p className="quiet">
          {rich(
            token.last_used
              ? t('Last used {used} · expires <expires/>', { used: momentText(token.last_used) })
              : t('Never used · expires <expires/>'),
            {
              expires: () => <span className={endsSoon ? 'badge warn' : undefined}>{momentText(token.expires)}</span>,
            },
          )}
        </p>
      </div>
      <div className="actions">
        {isMine && token.kind === 'manual' && <Button onClick={() => onExtend(token)}>{t('Change expiry')}</Button>}
        <Button onClick={() => setSure(true)}>{t('Delete')}</Button>
      </div>
      {sure && (
        <Confirm
          title={t('Delete {name}?', { name: token.name || token.application })}
          action={t('Delete')}
          run={() => ask('DELETE', '/api/console/tokens/{id}', { params: { id: token.id } })}
          onClose={() => setSure(false)}
          onDone={() => {
            setSure(false)
            toast(t('Token deleted.'))
          }}
        >
          <p>{t('Programs that use it lose access immediately. This can’t be undone.')}</p>
        </Confirm>
      )}
    </li>
  )
}

function TokenForm({
  token,
  onClose,
  onMade,
}: {
  token: Token | undefined
  onClose: () => void
  onMade: (token: string) => void
}) {
  const { zone } = useMe()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState('')
  const [until, setUntil] = useState(() => addDays(today(zone), daysUsual))
  const save = useChange(() => {
    const expires = isoOf(until, '23:59', zone)
    return token
      ? ask('PUT', '/api/console/tokens/{id}', { params: { id: token.id }, body: { expires } })
      : ask('POST', '/api/console/tokens', { body: { name, expires, scopes } })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined, {
      onSuccess: (answer) => {
        onClose()
        if (token) toast(t('Expires {date}.', { date: dateText(until) }))
        else if ('token' in answer && typeof answer.token === 'string') onMade(answer.token)
      },
    })
  }
  return (
    <Dialog
      title={token ? t('Change expiry of {name}', { name: token.name }) : t('Create a token')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form="token-form" busy={save.isPending}>
            {token ? t('Save') : t('Create token')}
          </Button>
        </>
      }
    >
      <form id="token-form" className="form" onSubmit={submit}>
        {save.error && <Notice kind="bad">{save.error.message}</Notice>}
        {!token && (
          <TextField
            label={t('Name')}
            hint={t('So you can tell later which program uses it.')}
            required
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        {!token && (
          <SelectField label={t('Access')} value={scopes} onChange={({ target }) => setScopes(target.value)}>
            <option value="">{t('Everything you can do')}</option>
            <option value="read">{t('Read only')}</option>
          </SelectField>
        )}
        <TextField
          label={t('Expires on')}
          type="date"
          required
          min={addDays(today(zone), 1)}
          max={addDays(today(zone), 3652)}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
      </form>
    </Dialog>
  )
}
