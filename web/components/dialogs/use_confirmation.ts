import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { ApiError, ask } from '../../api/request.ts'
import { t } from '../../language.ts'
import { serverNow } from '../../time.ts'

/** What a person can prove with who they are. */
export type Ways = AnswerOf<'GET /api/console/confirmation'>

/** One of these ways. */
type Way = 'password' | 'passkey' | 'provider'

/** The state of the question who is at the screen. */
export function useConfirmation(onAnswer: (confirmed: boolean) => void) {
  const ways = useAnswer('setup', '/api/console/confirmation')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ way: Way; error: Error }>()
  const prove = (way: Way, proof: () => Promise<unknown>) => {
    setBusy(true)
    setFailed(undefined)
    proof().then(
      () => onAnswer(true),
      (error: Error) => {
        setFailed({ way, error })
        setBusy(false)
      },
    )
  }
  return {
    ways,
    password,
    setPassword,
    busy,
    ...problemsOf(failed),
    /** Continues with the password, or with the sign-in at the provider. */
    proceed: () => {
      if (!ways.data) return
      const way = wayOn(ways.data, password)
      if (way === 'password') prove(way, () => ask('POST', '/api/console/confirmation', { body: { password } }))
      else if (way) prove(way, () => proveProvider(ways.data.provider?.label ?? ''))
    },
    usePasskey: () => prove('passkey', provePasskey),
  }
}

/** What Continue proves it with. Without a password, the proof was given at the provider, in another tab. */
export function wayOn({ password, provider }: Ways, typed: string): 'password' | 'provider' | undefined {
  if (password && (typed !== '' || !provider)) return 'password'
  return provider ? 'provider' : undefined
}

/** Where a problem is shown: at the field for the password only if it is about the password. */
export function problemsOf(failed: { way: Way; error: Error } | undefined): { atPassword?: string; general?: string } {
  if (!failed) return {}
  return { [failed.way === 'password' ? 'atPassword' : 'general']: failed.error.message }
}

/** Checks that the sign-in at the provider counts. Throws ApiError. */
export async function proveProvider(label: string): Promise<void> {
  const { until } = await ask('GET', '/api/console/confirmation', { fresh: true })
  if (Date.parse(until) * 1000 > serverNow()) return
  throw new ApiError(
    0,
    t('{label} hasn’t confirmed that it’s you. Sign in there first, then continue here.', { label }),
  )
}

async function provePasskey(): Promise<void> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    ask('POST', '/api/console/confirmation/options'),
  ])
  const answer = await startAuthentication({ optionsJSON }).catch((error: Error) => {
    throw new ApiError(
      0,
      error.name === 'NotAllowedError'
        ? t('Your device didn’t confirm it or took too long. Try again.')
        : t('The passkey didn’t work: {problem}', { problem: error.message }),
    )
  })
  await ask('POST', '/api/console/confirmation', { body: { passkey: JSON.stringify(answer) } })
}
