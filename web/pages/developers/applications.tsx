import './developers.css'
import { AppWindow, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { Secrets } from '../../components/dialogs/secrets.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Copy } from '../../components/page/copy.tsx'
import { Card, Empty, Loaded } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import type { Application } from './application.ts'
import { ApplicationForm } from './application_form.tsx'
import { DevelopersPage } from './frame.tsx'

/** Applications that ask people for access with OAuth 2.0. */
export default function ApplicationsPage() {
  const applications = useAnswer('setup', '/api/console/applications')
  const [edited, setEdited] = useState<Application | 'new'>()
  const [secret, setSecret] = useState<{ application: Application; client_secret: string }>()
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {t('Register an application')}
    </Button>
  )
  return (
    <DevelopersPage actions={applications.data?.applications.length ? add : undefined}>
      <Loaded of={applications}>
        {({ applications }) =>
          applications.length === 0 ? (
            <Card>
              <Empty icon={<AppWindow size={40} aria-hidden="true" />} title={t('No applications yet')} action={add}>
                {t(
                  'Register an application to let it ask people for access. You’ll get a client ID and a secret. For your own scripts, a token is enough.',
                )}
              </Empty>
            </Card>
          ) : (
            <ul className="developers-list">
              {applications.map((application) => (
                <li key={application.id}>
                  <ApplicationCard application={application} onEdit={setEdited} onSecret={setSecret} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && (
        <ApplicationForm
          application={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onMade={(made) => made.client_secret && setSecret({ ...made, client_secret: made.client_secret })}
        />
      )}
      {secret && (
        <Secrets
          title={secret.application.name}
          about={t(
            'The secret is shown only once. Store it where your application keeps secrets. If you lose it, create a new one.',
          )}
          values={[
            { name: t('Client ID'), value: secret.application.client_id },
            { name: t('Client secret'), value: secret.client_secret },
          ]}
          onClose={() => setSecret(undefined)}
        />
      )}
    </DevelopersPage>
  )
}

function ApplicationCard({
  application,
  onEdit,
  onSecret,
}: {
  application: Application
  onEdit: (application: Application) => void
  onSecret: (made: { application: Application; client_secret: string }) => void
}) {
  const [asking, setAsking] = useState<'secret' | 'delete'>()
  const of = { params: { id: application.id } }
  const done = () => setAsking(undefined)
  return (
    <Card
      title={application.name}
      actions={
        <>
          <Button onClick={() => onEdit(application)}>{t('Edit')}</Button>
          {!application.public_client && <Button onClick={() => setAsking('secret')}>{t('New secret')}</Button>}
          <Button onClick={() => setAsking('delete')}>{t('Delete')}</Button>
        </>
      }
    >
      {application.description && <p className="quiet">{application.description}</p>}
      {application.self_registered && (
        <p className="quiet">{t('It registered itself. No one has checked its name.')}</p>
      )}
      <dl className="facts">
        <div>
          <dt>{t('Client ID')}</dt>
          <dd>
            <code>{application.client_id}</code> <Copy text={application.client_id} />
          </dd>
        </div>
        <div>
          <dt>{t('Redirect URIs')}</dt>
          <dd>
            <ul>
              {application.redirect_uris.map((uri) => (
                <li key={uri}>
                  <code>{uri}</code>
                </li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt>{t('Type')}</dt>
          <dd>
            {application.public_client
              ? application.open_to_all
                ? t('Runs on people’s own devices, has no secret, available to every company on this server')
                : t('Runs on people’s own devices, has no secret')
              : application.open_to_all
                ? t('Runs on a server, has a secret, available to every company on this server')
                : t('Runs on a server, has a secret')}
          </dd>
        </div>
        <div>
          <dt>{t('Used')}</dt>
          <dd>{usedText(application)}</dd>
        </div>
      </dl>
      {asking === 'secret' && (
        <Confirm
          title={t('Create a new secret for {app}?', { app: application.name })}
          action={t('Create new secret')}
          run={() => ask('POST', '/api/console/applications/{id}/secret', of)}
          onClose={done}
          onDone={(made) => {
            done()
            onSecret(made)
          }}
        >
          <p>{t('The old secret stops working immediately. People don’t have to allow the application again.')}</p>
        </Confirm>
      )}
      {asking === 'delete' && (
        <Confirm
          title={t('Delete {name}?', { name: application.name })}
          action={t('Delete')}
          run={() => ask('DELETE', '/api/console/applications/{id}', of)}
          onClose={done}
          onDone={() => {
            done()
            toast(t('{name} deleted.', { name: application.name }))
          }}
        >
          <p>
            {application.people > 0
              ? t(
                  'All of its tokens stop working immediately, for {count, plural, one {# person} other {# people}}. This can’t be undone.',
                  { count: application.people },
                )
              : t('All of its tokens stop working immediately. This can’t be undone.')}
          </p>
        </Confirm>
      )}
    </Card>
  )
}

function usedText({ people: count, last_used }: Application): string {
  const used = last_used ? momentText(last_used) : ''
  if (count === 0)
    return used ? t('No one has allowed it yet, last used {used}', { used }) : t('No one has allowed it yet')
  return used
    ? t('Allowed by {count, plural, one {# person} other {# people}}, last used {used}', { count, used })
    : t('Allowed by {count, plural, one {# person} other {# people}}', { count })
}
