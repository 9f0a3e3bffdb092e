import type { Outcome, Records } from '../../api/records.ts'
import { ask, sentence } from '../../api/request.ts'

type Status = { _status_code: number; _status_extra?: string }

/** Where a link went that was made for somebody: into a mail, or here, to be handed over. */
export type Sent = { mailed_to: string } | { link: string; expires: string }

const batchMax = 50

/** Mails people a link to choose a password, to the addresses that they have. The outcomes are in their order. */
export async function invite(people: readonly Pick<Records['users'], 'id' | 'email'>[]): Promise<Outcome<Status>[]> {
  const outcomes: Outcome<Status>[] = []
  for (let start = 0; start < people.length; start += batchMax) {
    const part = people.slice(start, start + batchMax)
    const data = part.map(({ id, email }) => ({ contact_method: 'email', contact_info: email, user_id: id }))
    const answer = await ask<{ results: { invites: Record<string, Status> } }>('POST', '/api/v1/invitations', {
      body: { data },
    })
    outcomes.push(...part.map((_, at) => outcomeOf(answer.results.invites[at + 1])))
  }
  return outcomes
}

/** Makes a link for one person, as only administrators may: to get in the first time, or with a new password. */
export function makeLink(userId: number, kind: 'invitation' | 'password_reset'): Promise<Sent> {
  return ask('POST', `/api/console/users/${userId}/${kind}`)
}

/** Turns off the second step of somebody's signing in, removes their passkeys and signs them out. */
export function clearFactors(userId: number): Promise<{ totp_turned_off: boolean; passkeys_removed: number }> {
  return ask('DELETE', `/api/console/users/${userId}/two_factor`)
}

function outcomeOf(result: Status | undefined): Outcome<Status> {
  if (result?._status_code === 201) return { ok: true, record: result }
  const message = result?._status_extra ?? 'the server gave no answer for it'
  return { ok: false, status: result?._status_code ?? 0, message: sentence(message) }
}
