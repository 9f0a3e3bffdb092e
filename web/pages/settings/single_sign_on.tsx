import { useState } from 'react'
import type { BodyOf } from '../../api/contract.ts'
import { useAnswer, useChange, useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Code } from '../../components/page/code.tsx'
import { Card, Loaded } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { useCardForm } from './save_bar.tsx'
import { SsoDomains } from './sso_domains.tsx'
import { type Sso, type SsoValues, ssoChanged, ssoRequest, ssoValues } from './sso_form.ts'
import { SsoTrial } from './sso_trial.tsx'

/** Settings for signing in with the company's identity provider. */
export function SingleSignOn() {
  const sso = useAnswer('setup', '/api/console/single_sign_on')
  return (
    <Card title={t('Single sign-on')}>
      <p className="quiet">
        {t('People sign in with your identity provider, such as Keycloak, Entra ID or Google, by OpenID Connect.')}
      </p>
      <Loaded of={sso}>
        {(data) => (
          <>
            <Form key={JSON.stringify(ssoValues(data))} stored={data} />
            <SsoDomains domains={data.domains} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

type Change = (change: Partial<SsoValues>) => void

function Form({ stored }: { stored: Sso }) {
  const [values, setValues] = useState(() => ssoValues(stored))
  const change: Change = (some) => setValues((before) => ({ ...before, ...some }))
  const save = useChange((body: BodyOf<'PUT /api/console/single_sign_on'>) =>
    ask('PUT', '/api/console/single_sign_on', { body }),
  )
  const isChanged = ssoChanged(values, stored)
  const saveCard = async () => {
    await save.mutateAsync(ssoRequest(values))
    return t('Saved. The change applies now.')
  }
  const discard = () => {
    setValues(ssoValues(stored))
    save.reset()
  }
  const card = useCardForm(t('Single sign-on'), isChanged, saveCard, discard)
  return (
    <form {...card}>
      <SelectField
        label={t('Signing in')}
        error={save.error?.message}
        hint={
          values.mode === 'enforced' &&
          t('Administrators can still use passwords and passkeys, so that someone gets in while the provider is down.')
        }
        value={values.mode}
        onChange={({ target }) => change({ mode: target.value as SsoValues['mode'] })}
      >
        <option value="off">{t('Passwords and passkeys only')}</option>
        <option value="optional">{t('The provider, passwords or passkeys')}</option>
        <option value="enforced">{t('The provider only')}</option>
      </SelectField>
      <ProviderFields values={values} stored={stored} onChange={change} />
      <Check
        label={t('Add people when they first sign in')}
        hint={t(
          'Only with an address that the provider has verified, at one of the domains below. They can track time if “New users may track time” is on.',
        )}
        checked={values.create_people}
        onChange={({ target }) => change({ create_people: target.checked })}
      />
      <Check
        label={t('This provider verifies email addresses')}
        hint={t(
          'For a provider that does not say so itself. Only if no one can enter an address there that is not theirs. It counts at the domains below.',
        )}
        checked={values.verifies_addresses}
        onChange={({ target }) => change({ verifies_addresses: target.checked })}
      />
      <Check
        label={t('Sign out at the provider, too')}
        hint={t('Register {address} there as the address to return to.', { address: stored.signed_out_uri })}
        checked={values.signs_out}
        onChange={({ target }) => change({ signs_out: target.checked })}
      />
      <GroupFields values={values} onChange={change} />
      <SsoTrial values={values} />
    </form>
  )
}

function ProviderFields({ values, stored, onChange }: { values: SsoValues; stored: Sso; onChange: Change }) {
  return (
    <>
      <TextField
        label={t('Name on the button')}
        hint={t('People read “Sign in with …”.')}
        maxLength={60}
        value={values.label}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <TextField
        label={t('Issuer')}
        type="url"
        placeholder="https://login.example.com"
        maxLength={500}
        spellCheck={false}
        value={values.issuer}
        onChange={({ target }) => onChange({ issuer: target.value })}
      />
      <TextField
        label={t('Client ID')}
        maxLength={300}
        spellCheck={false}
        autoComplete="off"
        value={values.client_id}
        onChange={({ target }) => onChange({ client_id: target.value })}
      />
      <TextField
        label={t('Client secret')}
        type="password"
        autoComplete="new-password"
        hint={stored.has_secret ? t('Stored. Leave it empty to keep it.') : undefined}
        maxLength={500}
        value={values.secret}
        onChange={({ target }) => onChange({ secret: target.value })}
      />
      <div className="field">
        <span className="label">{t('Redirect address to register at the provider')}</span>
        <Code text={stored.redirect_uri} label={t('Redirect address to register at the provider')} />
      </div>
    </>
  )
}

function GroupFields({ values, onChange }: { values: SsoValues; onChange: Change }) {
  const groups = useRecords('groups', { active: 'yes' })
  const { map } = values
  const set = (index: number, change: Partial<(typeof map)[number]>) =>
    onChange({ map: map.map((row, at) => (at === index ? { ...row, ...change } : row)) })
  return (
    <>
      <TextField
        label={t('Claim with groups')}
        hint={t('Such as groups. Leave it empty if groups are managed here.')}
        maxLength={100}
        spellCheck={false}
        value={values.groups_claim}
        onChange={({ target }) => onChange({ groups_claim: target.value })}
      />
      {values.groups_claim !== '' &&
        map.map(({ value, group_id }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity of their own
          <div className="sso-row" key={index}>
            <TextField
              label={t('Group at the provider')}
              maxLength={200}
              value={value}
              onChange={({ target }) => set(index, { value: target.value })}
            />
            <SelectField
              label={t('Group here')}
              value={group_id}
              onChange={({ target }) => set(index, { group_id: Number(target.value) })}
            >
              <option value={0}>{t('Choose a group')}</option>
              {groups.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        ))}
      {values.groups_claim !== '' && (
        <div className="actions">
          <Button onClick={() => onChange({ map: [...map, { value: '', group_id: 0 }] })}>{t('Add a group')}</Button>
        </div>
      )}
    </>
  )
}
