import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AnswerOf } from '../../api/contract.ts'
import { refresh } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { toastError } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Facts } from '../../components/page/facts.tsx'
import { Card, Notice } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'

type State = Pick<AnswerOf<'GET /api/console/server'>, 'mail' | 'checks'>
type Tested = AnswerOf<'POST /api/console/server/test_mail'>

const setting = 'CLOCKHOUSE_SMTP_URL'

/** How the server sends mail, what waits, and a test. */
export function ServerMail({ mail: { by, queued, failure, test_address }, checks }: State) {
  const works = checks.every(({ name, state }) => name !== 'mail' || state === 'ok')
  const [busy, setBusy] = useState(false)
  const [tested, setTested] = useState<Tested>()
  const test = async () => {
    setBusy(true)
    setTested(undefined)
    await ask('POST', '/api/console/server/test_mail').then(setTested, toastError)
    await refresh()
    setBusy(false)
  }
  if (by === 'none')
    return (
      <Card title={t('Email')}>
        <p className="quiet">
          {rich(
            t(
              'This server sends no email, so invitations and forgotten passwords need a link that you pass on. Set <setting/> to a mail server and restart.',
            ),
            { setting: () => <code>{setting}</code> },
          )}
        </p>
      </Card>
    )
  return (
    <Card title={t('Email')}>
      <Facts
        of={[
          [t('Mail server'), by === 'outbox' ? t('None: emails stay in the outbox') : works ? t('OK') : t('Warning')],
          [t('Waiting to be sent'), queued],
          ...(failure ? ([[t('Last failure'), momentText(failure.at)]] as const) : []),
        ]}
      />
      {failure && <p className="quiet">{failure.error}</p>}
      <div className="server-test">
        <Button
          icon={<MailCheck size={18} aria-hidden="true" />}
          busy={busy}
          disabled={test_address === null}
          onClick={() => void test()}
        >
          {t('Send a test email')}
        </Button>
        <p className="hint">
          {test_address === null
            ? rich(t('It goes to your own address, once you have one: <link>My settings</link>'), {
                link: (words) => <Link href="/me">{words}</Link>,
              })
            : t('It goes to {address}.', { address: test_address })}
        </p>
      </div>
      <div role="status">{tested && <Result {...tested} />}</div>
    </Card>
  )
}

function Result({ state, to, problem }: Tested) {
  if (state === 'sent')
    return (
      <Notice kind="good" title={t('The mail server has taken the email to {address}.', { address: to })}>
        {t('If it does not arrive within a few minutes, look into the spam folder.')}
      </Notice>
    )
  if (state === 'kept') return <Notice title={t('The email is in the outbox, because this server sends none.')} />
  if (state === 'waiting') return <Notice kind="warn" title={t('The mail server has not answered yet.')} />
  return (
    <Notice kind="bad" title={t('The email could not be sent.')}>
      {problem}
    </Notice>
  )
}
