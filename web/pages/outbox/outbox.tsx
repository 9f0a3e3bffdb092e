import './outbox.css'
import { Mails } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Segments } from '../../components/listing/segments.tsx'
import { Facts } from '../../components/page/facts.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { MailPreview } from './mail_preview.tsx'

type Mail = AnswerOf<'GET /api/console/outbox'>['mails'][number]

/** Mail that this server keeps instead of sending, as in the sandbox. */
export default function OutboxPage() {
  const outbox = useAnswer('time', '/api/console/outbox')
  const [opened, setOpened] = useState<Mail>()
  return (
    <Page
      title={t('Outbox')}
      about={t('This server doesn’t send email. The last 100 messages it would have sent are listed here.')}
    >
      <Card className="outbox">
        <Loaded of={outbox} skeleton={<Skeleton lines={6} height={56} />}>
          {({ mails }) =>
            mails.length === 0 ? (
              <Empty icon={<Mails size={40} aria-hidden="true" />} title={t('No messages yet')}>
                {t(
                  'Invite someone, reset a password, or set up an email reminder: the message appears here within a minute.',
                )}
              </Empty>
            ) : (
              <ul aria-label={t('Messages')}>
                {mails.map((mail) => (
                  <li key={mail.id}>
                    <button type="button" className="outbox-row" onClick={() => setOpened(mail)}>
                      <strong>{mail.subject}</strong>
                      <span className="quiet">{t('to {address}', { address: mail.to })}</span>
                      <small className="quiet">{momentText(mail.created)}</small>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      {opened && <Opened mail={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

function Opened({ mail: { to, subject, created, html, text }, onClose }: { mail: Mail; onClose: () => void }) {
  const [as, setAs] = useState<'html' | 'text'>('html')
  return (
    <Dialog title={subject} size="large" onClose={onClose}>
      <div className="outbox-opened">
        <Facts
          of={[
            [t('To@@recipient'), to],
            [t('Created'), momentText(created)],
          ]}
        />
        <Segments
          label={t('Format')}
          value={as}
          options={[
            { value: 'html', text: 'HTML' },
            { value: 'text', text: t('Plain text') },
          ]}
          onChange={setAs}
        />
        {as === 'html' ? <MailPreview html={html} title={subject} /> : <pre className="outbox-text">{text}</pre>}
      </div>
    </Dialog>
  )
}
