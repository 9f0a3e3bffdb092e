import { useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Code } from '../../components/page/code.tsx'
import { t } from '../../language.ts'
import type { Sso } from './sso_form.ts'

type Domain = Sso['domains'][number]

/** The domains of the company's email addresses. */
export function SsoDomains({ domains }: { domains: readonly Domain[] }) {
  const [name, setName] = useState('')
  const add = useChange((domain: string) => ask('POST', '/api/console/single_sign_on/domains', { body: { domain } }))
  return (
    <section aria-label={t('Domains')}>
      <h3>{t('Domains')}</h3>
      <p className="quiet">
        {t(
          'An address from the provider counts only if you own its domain. People who have signed in once are recognized without it.',
        )}
      </p>
      {domains.length > 0 && (
        <ul className="rows">
          {domains.map((domain) => (
            <DomainRow key={domain.domain} domain={domain} />
          ))}
        </ul>
      )}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate(name, { onSuccess: () => setName('') })
        }}
      >
        <TextField
          label={t('Another domain')}
          placeholder="example.com"
          required
          spellCheck={false}
          error={add.error?.message}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="actions">
          <Button type="submit" busy={add.isPending}>
            {t('Add domain')}
          </Button>
        </div>
      </form>
    </section>
  )
}

function DomainRow({ domain: { domain, verified, record } }: { domain: Domain }) {
  const body = { domain }
  const check = useChange(() => ask('PUT', '/api/console/single_sign_on/domains', { body }))
  const remove = useChange(() => ask('DELETE', '/api/console/single_sign_on/domains', { body }))
  return (
    <li>
      <div>
        <strong>{domain}</strong>{' '}
        <span className={verified ? 'badge' : 'badge warn'}>{verified ? t('verified') : t('not verified')}</span>
        {!verified && (
          <>
            <p className="quiet">{t('Give the domain this TXT record, then check it.')}</p>
            <Code text={record} label={t('TXT record')} />
            {check.error && (
              <small className="error" role="alert">
                {check.error?.message}
              </small>
            )}
          </>
        )}
      </div>
      <div className="actions">
        {!verified && (
          <Button
            busy={check.isPending}
            onClick={() => check.mutate(undefined, { onSuccess: () => toast(t('Saved. The change applies now.')) })}
          >
            {t('Check')}
          </Button>
        )}
        <Button busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
          {t('Remove')}
        </Button>
      </div>
    </li>
  )
}
