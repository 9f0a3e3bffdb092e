import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { Records } from '../../api/records.ts'
import { Button } from '../../parts/button.tsx'
import { nameOf } from '../../parts/person.tsx'
import { inPlainWords } from '../../parts/refusal.ts'
import { say, sayProblem } from '../../parts/toast.tsx'
import { invite } from './invite.ts'

/** How somebody is helped to sign in: a link to choose a password. */
export function SignIn({ user }: { user: Records['users'] }) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      const [outcome] = await invite([user])
      if (outcome?.ok) say(`${nameOf(user)} is invited. The link in the mail is good for 7 days.`)
      else sayProblem(inPlainWords(outcome?.message ?? ''))
    } catch (error) {
      sayProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="people-sign-in">
      <Button
        icon={<Mail size={18} aria-hidden="true" />}
        busy={busy}
        disabled={user.email === ''}
        onClick={() => void send()}
      >
        {user.last_active ? 'Invite again' : 'Invite by e-mail'}
      </Button>
      <p className="hint">
        {user.email === ''
          ? 'Save an e-mail address first.'
          : `Sends a link to choose a password to ${user.email}. Earlier links stop working.`}
      </p>
    </div>
  )
}
