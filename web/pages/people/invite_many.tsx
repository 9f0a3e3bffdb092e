import { useState } from 'react'
import type { Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { Notice } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { t } from '../../language.ts'
import { invite, makeLinks, type PersonLink, sayInvited, waysOf } from './invite.ts'
import { LinkSheet } from './link_sheet.tsx'

type User = Records['users']

/** Invites several people: by email, and those without by a sheet of links. */
export function InviteMany({ people, onClose }: { people: readonly User[]; onClose: (done: boolean) => void }) {
  const me = useMe()
  const [sheet, setSheet] = useState<readonly PersonLink[]>()
  const { mailed, handed } = waysOf(people, me)
  const byLink = me.is_admin ? handed : []
  const count = mailed.length + byLink.length
  const run = async () => {
    if (mailed.length > 0) sayInvited(await invite(mailed), mailed)
    if (byLink.length === 0) return
    const links = await makeLinks(byLink)
    setSheet(byLink.map((user, at) => ({ user, ...links[at]! })))
  }
  if (sheet) return <LinkSheet links={sheet} onClose={() => onClose(true)} />
  return (
    <ActionDialog
      title={t('Invite')}
      label={t('Invite {count}', { count })}
      run={run}
      onClose={(done) => {
        // The sheet closes the rest.
        if (!done || byLink.length === 0) onClose(done)
      }}
      disabled={count === 0}
    >
      {mailed.length > 0 && (
        <p>
          {mailed.length === 1
            ? t(
                '{name} will get an email with a link to set a password. The link is valid for 7 days; earlier links stop working.',
                { name: nameOf(mailed[0]!) },
              )
            : t(
                '{count, plural, one {# person} other {# people}} will get an email with a link to set a password. The link is valid for 7 days; earlier links stop working.',
                { count: mailed.length },
              )}
        </p>
      )}
      {byLink.length > 0 && (
        <p>
          {t(
            'You get a sheet with a link and a QR code for {count, plural, one {# person} other {# people}}, to print or to send yourself. Each link works once, within 7 days; earlier links stop working.',
            { count: byLink.length },
          )}
        </p>
      )}
      {handed.length > byLink.length && (
        <Notice kind="warn">
          {t(
            '{count, plural, one {# of them can’t get an email. An administrator can create a link.} other {# of them can’t get an email. An administrator can create links.}}',
            { count: handed.length },
          )}
        </Notice>
      )}
    </ActionDialog>
  )
}
