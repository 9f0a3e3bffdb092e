import { Printer } from 'lucide-react'
import { createPortal } from 'react-dom'
import { renderSVG } from 'uqr'
import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Button } from '../../components/page/button.tsx'
import { Copy } from '../../components/page/copy.tsx'
import { Notice } from '../../components/page/page.tsx'
import { ReachNotice } from '../../components/page/reach_notice.tsx'
import { nameOf } from '../../components/people/names.ts'
import { useTwelve } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { whenText } from '../../time.ts'
import type { PersonLink } from './invite.ts'
import './link_sheet.css'

/** Links of several people with QR codes, shown once: to print, cut and hand out, or to copy. */
export function LinkSheet({ links, onClose }: { links: readonly PersonLink[]; onClose: () => void }) {
  const me = useMe()
  const until = whenText(links[0]!.expires, me.zone, useTwelve())
  const asText = links.map(({ user, link }) => `${nameOf(user)}: ${link}`).join('\n')
  return (
    <Dialog
      title={t('{count, plural, one {Link for # person} other {Links for # people}}', { count: links.length })}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Copy text={asText}>{t('Copy all')}</Copy>
          <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
            {t('Print')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('I’ve saved them')}
          </Button>
        </>
      }
    >
      <div className="form">
        <Notice kind="warn">
          {t(
            'Each link lets its person choose a password and sign in, once, until {until}. Anyone who has it can use it. The links won’t be shown again.',
            { until },
          )}
        </Notice>
        <ReachNotice link={links[0]!.link} />
        <Slips links={links} />
      </div>
      {createPortal(
        <div className="link-paper" aria-hidden="true">
          <h1>{t('{company}: your way in', { company: me.company.name })}</h1>
          <p>
            {t('Scan the code with your phone’s camera, and choose a password. It works once, until {until}.', {
              until,
            })}
          </p>
          <Slips links={links} />
        </div>,
        document.body,
      )}
    </Dialog>
  )
}

function Slips({ links }: { links: readonly PersonLink[] }) {
  return (
    <ul className="link-slips">
      {links.map(({ user, link }) => (
        <li key={user.id}>
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(link, { border: 2 }))}`}
            alt={t('QR code for {name}', { name: nameOf(user) })}
            width={128}
            height={128}
          />
          <div>
            <strong>{nameOf(user)}</strong>
            <small>{t('Username: {username}', { username: user.username ?? '' })}</small>
            <code>{link}</code>
          </div>
        </li>
      ))}
    </ul>
  )
}
