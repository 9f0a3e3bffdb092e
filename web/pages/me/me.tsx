import './me.css'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { mayChangeOwn } from '../../../src/rules/people/access.ts'
import { queries } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Page } from '../../components/page/page.tsx'
import { Reminders } from '../../components/people/reminders.tsx'
import { t } from '../../language.ts'
import { Appearance } from './appearance.tsx'
import { NotificationChoices, QuietHours } from './choices.tsx'
import { Devices } from './devices.tsx'
import { Install } from './install.tsx'
import { OwnData } from './own_data.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two_factor.tsx'

/** A person's own settings: contact details, sign-in, sessions and notifications. */
export default function MyPage() {
  const me = useMe()
  const { user } = me
  const mayChangePassword = me.may('manage_users') || mayChangeOwn(me.settings.general ?? {}, 'password')
  useScrollToHash()
  return (
    <Page title={t('My settings')}>
      <div className="me-cards">
        <Profile />
        <Appearance />
        <Install />
        {mayChangePassword && <Password />}
        <TwoFactor />
        <Passkeys />
        <Sessions />
        <OwnData />
      </div>
      <h2 id="notifications" className="me-part">
        {t('Notifications')}
      </h2>
      <div className="me-cards">
        <Devices />
        <Reminders target={{ kind: 'person', id: user.id, groupId: user.group_id }} whose="own" />
        <QuietHours />
        <NotificationChoices />
      </div>
    </Page>
  )
}

/** The bell links to #notifications. Until what is above has loaded, it would move away. */
function useScrollToHash() {
  const fetching = useIsFetching()
  const isThere = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at again whenever an answer has come.
  useEffect(() => {
    if (isThere.current || !location.hash || scrollY > 0 || queries.isFetching() > 0) return
    isThere.current = true
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [fetching])
}
