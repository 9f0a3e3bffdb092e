import './me.css'
import { Page } from '../../parts/page.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two_factor.tsx'

/** What belongs to the person: how they are reached, how they sign in, and where they are signed in. */
export default function MyPage() {
  return (
    <Page title="My settings">
      <div className="me-cards">
        <Profile />
        <Password />
        <TwoFactor />
        <Passkeys />
        <Sessions />
      </div>
    </Page>
  )
}
