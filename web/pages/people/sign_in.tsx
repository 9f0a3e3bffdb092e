import { useQuery } from '@tanstack/react-query'
import { KeyRound, Link as LinkIcon, LogOut, Mail, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { only, type Records } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { Secrets } from '../../components/dialogs/secrets.tsx'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { ReachNotice } from '../../components/page/reach_notice.tsx'
import { nameOf } from '../../components/people/names.ts'
import { useTwelve } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { whenText } from '../../time.ts'
import { clearFactors, endSessions, invite, makeLink, type Sent } from './invite.ts'

type Kind = 'invitation' | 'password_reset'

/** Helps a person sign in: a link by mail, or one to share if no mail can be sent. */
export function SignIn({ user }: { user: Records['users'] }) {
  const me = useMe()
  const [busy, setBusy] = useState<Kind>()
  const [made, setMade] = useState<Sent>()
  const [clearing, setClearing] = useState(false)
  const helps = me.is_admin && user.id !== me.user.id
  // What does not apply to this person is not offered.
  const methods = useQuery({
    queryKey: ['time', 'sign_in', user.id],
    queryFn: ({ signal }) => ask('GET', '/api/console/users/{id}/sign_in', { params: { id: user.id }, signal }),
    enabled: helps,
  })
  const name = nameOf(user)
  const mails = me.sends_mail && user.email !== ''
  const run = async (kind: Kind, send: () => Promise<Sent>) => {
    setBusy(kind)
    try {
      const sent = await send()
      if ('link' in sent) setMade(sent)
      else toast(t('Link sent to {address}.', { address: sent.mailed_to }))
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(undefined)
    }
  }
  const inviteNow = async (): Promise<Sent> => {
    if (me.is_admin) return makeLink(user.id, 'invitation')
    only(await invite([user]))
    return { mailed_to: user.email }
  }
  return (
    <div className="people-sign-in">
      <Button
        icon={mails ? <Mail size={18} aria-hidden="true" /> : <LinkIcon size={18} aria-hidden="true" />}
        busy={busy === 'invitation'}
        disabled={!mails && !me.is_admin}
        onClick={() => void run('invitation', inviteNow)}
      >
        {mails ? (user.last_active ? t('Invite again') : t('Invite by email')) : t('Create invitation link')}
      </Button>
      <p className="hint">{inviteHint(user, me)}</p>
      {helps && (
        <>
          <Button
            icon={<KeyRound size={18} aria-hidden="true" />}
            busy={busy === 'password_reset'}
            onClick={() => void run('password_reset', () => makeLink(user.id, 'password_reset'))}
          >
            {t('Reset password')}
          </Button>
          <p className="hint">
            {mails
              ? t('Emails a reset link, valid for one hour.')
              : t('Creates a reset link for you to share, valid for one hour.')}
          </p>
          {methods.data && methods.data.sessions > 0 && <SignOut user={user} />}
          {methods.data && (methods.data.totp || methods.data.passkeys > 0) && (
            <>
              <Button icon={<ShieldOff size={18} aria-hidden="true" />} onClick={() => setClearing(true)}>
                {t('Turn off two-step verification')}
              </Button>
              <p className="hint">{t('For people who have lost their phone.')}</p>
            </>
          )}
        </>
      )}
      {clearing && <ClearFactors user={user} onClose={() => setClearing(false)} />}
      {made && 'link' in made && <LinkDialog name={name} made={made} onClose={() => setMade(undefined)} />}
    </div>
  )
}

function SignOut({ user }: { user: Records['users'] }) {
  const end = useChange(() => endSessions(user.id))
  const done = () => toast(t('{name} is signed out everywhere.', { name: nameOf(user) }))
  return (
    <>
      <Button
        icon={<LogOut size={18} aria-hidden="true" />}
        busy={end.isPending}
        onClick={() => end.mutate(undefined, { onSuccess: done, onError: toastError })}
      >
        {t('Sign out everywhere')}
      </Button>
      <p className="hint">{t('Ends all of their sessions. Their password still works.')}</p>
    </>
  )
}

function ClearFactors({ user, onClose }: { user: Records['users']; onClose: () => void }) {
  const name = nameOf(user)
  const run = async () => {
    const { totp_turned_off, passkeys_removed } = await clearFactors(user.id)
    if (totp_turned_off || passkeys_removed > 0) toast(t('{name} now signs in with just a password.', { name }))
    else toast(t('{name} didn’t use two-step verification. They are signed out everywhere.', { name }))
  }
  return (
    <ActionDialog
      title={t('Turn off two-step verification for {name}?', { name })}
      label={t('Turn off')}
      run={run}
      onClose={onClose}
    >
      <p>
        {t(
          'They sign in with just their password until they set it up again. Their passkeys are removed, and they are signed out everywhere.',
        )}
      </p>
      <p>{t('Make sure the request really comes from them.')}</p>
    </ActionDialog>
  )
}

function LinkDialog({
  name,
  made,
  onClose,
}: {
  name: string
  made: { link: string; expires: string }
  onClose: () => void
}) {
  const me = useMe()
  const until = whenText(made.expires, me.zone, useTwelve())
  return (
    <Secrets
      title={t('Link for {name}', { name })}
      about={t(
        'No email could be sent, so share this link yourself. Anyone who has it can sign in as {name}, once, until {until}. It won’t be shown again.',
        { name, until },
      )}
      values={[{ name: t('Link'), value: made.link }]}
      onClose={onClose}
    >
      <ReachNotice link={made.link} />
    </Secrets>
  )
}

function inviteHint({ email }: Records['users'], { is_admin, sends_mail }: ReturnType<typeof useMe>): string {
  if (sends_mail && email !== '')
    return t('Emails a link to set a password to {email}. Earlier links stop working.', { email })
  const why = sends_mail ? t('There’s no email address.') : t('This server isn’t set up to send email.')
  return is_admin
    ? `${why} ${t('You get a link to set a password, valid for 7 days, to share with them.')}`
    : `${why} ${t('An administrator can create a link to share.')}`
}
