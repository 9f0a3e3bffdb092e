import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'

type Allowed = AnswerOf<'GET /api/console/allowed_applications'>['allowed_applications'][number]

/** The applications that may act on the user's behalf. */
export default function AllowedPage() {
  const allowed = useAnswer('setup', '/api/console/allowed_applications')
  return (
    <Page title={t('Connected apps')} about={t('Apps that you allowed to act on your behalf.')}>
      <Card>
        <Loaded of={allowed}>
          {({ allowed_applications: apps }) =>
            apps.length === 0 ? (
              <Empty icon={<Plug size={40} aria-hidden="true" />} title={t('No connected apps')}>
                {t('Apps you allow to use Clockhouse on your behalf appear here. You can revoke access at any time.')}
              </Empty>
            ) : (
              <ul className="rows">
                {apps.map((app) => (
                  <AllowedRow key={app.client_id} app={app} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

function AllowedRow({ app }: { app: Allowed }) {
  const [sure, setSure] = useState(false)
  return (
    <li>
      <div>
        {app.self_registered ? (
          <strong>{app.name}</strong>
        ) : (
          rich(t('<app/> <by>by {company}</by>', { company: app.company }), {
            app: () => <strong>{app.name}</strong>,
            by: (text) => <span className="quiet">{text}</span>,
          })
        )}
        {app.self_registered && <p className="quiet">{t('It registered itself. No one has checked its name.')}</p>}
        {app.description && <p>{app.description}</p>}
        <p className="quiet">
          {app.last_used
            ? t('Allowed {since} · last used {used}', {
                since: momentText(app.since),
                used: momentText(app.last_used),
              })
            : t('Allowed {since} · never used', { since: momentText(app.since) })}
        </p>
      </div>
      <Button onClick={() => setSure(true)}>{t('Revoke access')}</Button>
      {sure && (
        <Confirm
          title={t('Revoke access for {app}?', { app: app.name })}
          action={t('Revoke access')}
          run={() =>
            ask('DELETE', '/api/console/allowed_applications/{client_id}', { params: { client_id: app.client_id } })
          }
          onClose={() => setSure(false)}
          onDone={() => {
            setSure(false)
            toast(t('Access revoked for {app}.', { app: app.name }))
          }}
        >
          <p>{t('It can no longer see or change anything on your behalf unless you allow it again.')}</p>
        </Confirm>
      )}
    </li>
  )
}
