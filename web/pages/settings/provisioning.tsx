import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Secrets } from '../../components/dialogs/secrets.tsx'
import { TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Code } from '../../components/page/code.tsx'
import { Card, Loaded } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { ProvisioningLog } from './provisioning_log.tsx'

type Tokens = AnswerOf<'GET /api/console/scim_tokens'>

/** The tokens that the company's identity provider uses to manage people. */
export function Provisioning() {
  const tokens = useAnswer('setup', '/api/console/scim_tokens')
  return (
    <Card title={t('Provisioning')}>
      <p className="quiet">
        {t('Your identity provider adds, changes and archives people and groups here through SCIM 2.0.')}
      </p>
      <Loaded of={tokens}>
        {({ url, tokens }) => (
          <>
            <div className="field">
              <span className="label">{t('SCIM address to enter at the provider')}</span>
              <Code text={url} label={t('SCIM address to enter at the provider')} />
            </div>
            {tokens.length > 0 && (
              <ul className="rows">
                {tokens.map((token) => (
                  <TokenRow key={token.id} token={token} />
                ))}
              </ul>
            )}
            <NewToken />
            <ProvisioningLog />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function TokenRow({ token: { id, name, last_used } }: { token: Tokens['tokens'][number] }) {
  const remove = useChange(() => ask('DELETE', '/api/console/scim_tokens/{id}', { params: { id } }))
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="quiet">{last_used ? t('Last used {used}', { used: momentText(last_used) }) : t('Never used')}</p>
      </div>
      <div className="actions">
        <Button busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
          {t('Delete')}
        </Button>
      </div>
    </li>
  )
}

function NewToken() {
  const [name, setName] = useState('')
  const [made, setMade] = useState<string>()
  const add = useChange((given: string) => ask('POST', '/api/console/scim_tokens', { body: { name: given } }))
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(name, {
          onSuccess: ({ token }) => {
            setName('')
            setMade(token)
          },
        })
      }}
    >
      <TextField
        label={t('Name')}
        required
        maxLength={100}
        error={add.error?.message}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="actions">
        <Button type="submit" busy={add.isPending}>
          {t('Create token')}
        </Button>
      </div>
      {made && (
        <Secrets
          title={t('Your new token')}
          about={t(
            'It is shown only once. Anyone who has it can add, change and archive people, so treat it like a password.',
          )}
          values={[{ name: t('Token'), value: made }]}
          onClose={() => setMade(undefined)}
        />
      )}
    </form>
  )
}
