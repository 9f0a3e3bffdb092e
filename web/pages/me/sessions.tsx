import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'

/** The browsers and devices a person is signed in on, each with a way to sign it out. */
export function Sessions() {
  const sessions = useAnswer('setup', '/api/console/sessions')
  const end = useChange((id?: string) =>
    id === undefined
      ? ask('DELETE', '/api/console/sessions')
      : ask('DELETE', '/api/console/sessions/{id}', { params: { id } }),
  )
  const others = sessions.data?.sessions.filter(({ current }) => !current) ?? []
  const leave = (id?: string) => end.mutate(id, { onSuccess: () => toast(t('Signed out.')), onError: toastError })
  return (
    <Card
      title={t('Where you are signed in')}
      actions={others.length > 1 && <Button onClick={() => leave()}>{t('Sign out everywhere else')}</Button>}
    >
      <Loaded of={sessions}>
        {({ sessions }) => (
          <ul className="rows">
            {sessions.map(({ id, device, address, created, last_seen, current }) => (
              <li key={id}>
                <div>
                  <strong>{device || t('A browser')}</strong>{' '}
                  {current && <span className="badge good">{t('This device')}</span>}
                  <p className="quiet">
                    {[
                      address,
                      t('since {when}', { when: momentText(created) }),
                      t('last used {when}', { when: momentText(last_seen) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                {!current && (
                  <Button
                    aria-label={device ? t('Sign out {device}', { device }) : t('Sign out this browser')}
                    onClick={() => leave(id)}
                  >
                    {t('Sign out')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}
