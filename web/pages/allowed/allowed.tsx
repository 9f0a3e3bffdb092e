import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Card, Empty, Loaded, Page } from '../../components/page.tsx'
import { toast, toastError } from '../../components/toast.ts'
import { momentText } from '../../time.ts'

type Allowed = AnswerOf<'GET /api/console/allowed_applications'>['allowed_applications'][number]

/** The applications that somebody has allowed to act for them. */
export default function AllowedPage() {
  const allowed = useAnswer('setup', '/api/console/allowed_applications')
  return (
    <Page title="Connected apps" about="Programs that you have allowed to act for you.">
      <Card>
        <Loaded of={allowed}>
          {({ allowed_applications: apps }) =>
            apps.length === 0 ? (
              <Empty icon={<Plug size={40} aria-hidden="true" />} title="No connected apps">
                When you allow a program to use Clockhouse for you, it appears here, and you can take that back.
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
  const end = useChange(() =>
    ask('DELETE', '/api/console/allowed_applications/{client_id}', { params: { client_id: app.client_id } }),
  )
  return (
    <li>
      <div>
        <strong>{app.name}</strong> <span className="quiet">by {app.company}</span>
        {app.description && <p>{app.description}</p>}
        <p className="quiet">
          Allowed {momentText(app.since)}
          {app.last_used ? ` · last used ${momentText(app.last_used)}` : ' · never used'}
        </p>
      </div>
      <Button onClick={() => setSure(true)}>Take back</Button>
      {sure && (
        <Dialog
          title={`Take back access from ${app.name}?`}
          size="small"
          onClose={() => setSure(false)}
          footer={
            <>
              <Button onClick={() => setSure(false)}>Keep it</Button>
              <Button
                kind="danger"
                busy={end.isPending}
                onClick={() =>
                  end.mutate(undefined, {
                    onSuccess: () => toast(`${app.name} has no access any more.`),
                    onError: toastError,
                  })
                }
              >
                Take back
              </Button>
            </>
          }
        >
          <p>It cannot see or change anything for you from now on, until you allow it again.</p>
        </Dialog>
      )}
    </li>
  )
}
