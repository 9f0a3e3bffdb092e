import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCompany } from '../company/companies.ts'
import { fold, type Row, sql } from '../engine/sql.ts'
import { browserOf, type Fields } from './csrf.ts'
import type { Dependencies } from './dependencies.ts'
import { knownDevice } from './known_devices.ts'
import type { Account } from './names.ts'
import type { Retry } from './pages/layout.ts'
import { partyOf, verifyPasskey } from './passkeys.ts'
import { setPassword } from './passwords.ts'
import { hashPassword, isPassword, passwordMin, passwordProblem, twiceProblem, verifyPerson } from './people.ts'
import { beginSession, type Session } from './sessions.ts'
import { clearStage, currentStage, enter } from './stages.ts'
import { beginAttempt, countersOf, forgiveAttempt, ownCounter, waitText } from './throttle.ts'
import { spendCode, spendRecoveryCode } from './totp.ts'

/** What somebody is told whose company does not let them in from where they are. */
export const notFromHere = 'Your company does not allow signing in from this address.'

/** Somebody is signed in now, or another step is to be shown, or this form has to be shown again. */
export type SignedIn = { session: Session } | 'next' | { status: number; retry: Retry; waitSeconds?: number }

/** Handles a form of signing in, whichever step it is. `companyId` is given where it is clear. */
export async function handleSignInForm(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
  companyId: number | undefined,
): Promise<SignedIn> {
  switch (fields.intent) {
    case 'passkey':
      return takePasskey(deps, request, reply, fields)
    case 'code':
      return takeCode(deps, request, reply, fields)
    case 'show-code':
      return 'next'
    case 'show-recovery':
      return { status: 200, retry: { values: { recovery: '' } } }
    case 'new-password':
      return chooseNewPassword(deps, request, reply, fields)
    case 'start-over':
      clearStage(deps, reply)
      return 'next'
    default:
      return signIn(deps, request, reply, fields, companyId)
  }
}

/** Handles the sign-in form: throttled, in constant time, with a new session id. */
async function signIn(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
  companyId: number | undefined,
): Promise<SignedIn> {
  const { world } = deps
  const { company: typed = '', username = '', password = '' } = fields
  const retry = (problem: string): Retry => ({ problem, values: { company: typed, username } })
  const slug = companyId === undefined ? fold(typed) : ''
  const name = fold(username.slice(0, 500))

  const device = knownDevice(deps, request, companyId === undefined ? slug : String(companyId), name)
  const company = companyId === undefined ? slug : String(companyId)
  const counters = countersOf('sign-in', { company, name, ip: request.ip, device })
  const waitSeconds = await world.db.write(beginAttempt, counters, world.now())
  if (waitSeconds > 0) return { status: 429, retry: retry(waitText(waitSeconds)), waitSeconds }

  const found = companyId ?? (await companyNamed(deps, slug))
  const account = await verifyPerson(world, found, username, password)
  if (!account) {
    const what = companyId === undefined ? 'company, username or password' : 'username or password'
    return { status: 403, retry: retry(`The ${what} is not right.`) }
  }
  await world.db.write(forgiveAttempt, counters, world.now())
  if (!(await mayEnter(deps, account, request.ip))) return { status: 403, retry: retry(notFromHere) }
  return enter(deps, request, reply, { ...account, typed: { company, name } })
}

/** Handles the answer of a passkey, which is as good as two factors: a device, and who unlocks it. */
async function takePasskey(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { response = '' }: Fields,
): Promise<SignedIn> {
  const { world, keys, config } = deps
  const counters = countersOf('passkey', { company: '', name: '', ip: request.ip })
  const waitSeconds = await world.db.write(beginAttempt, counters, world.now())
  if (waitSeconds > 0) return { status: 429, retry: { problem: waitText(waitSeconds) }, waitSeconds }
  // Without its cookie the form would not have been taken.
  const given = { bound: browserOf(deps, request)!, answer: response }
  const account = await verifyPasskey(world, keys, given, partyOf(config, request))
  const problem = 'This passkey does not work here any more. Sign in with your password.'
  if (!account) return { status: 403, retry: { problem } }
  await world.db.write(forgiveAttempt, counters, world.now())
  if (!(await mayEnter(deps, account, request.ip))) return { status: 403, retry: { problem: notFromHere } }
  return enter(deps, request, reply, { ...account, strong: true })
}

/** Handles the form for the second factor: a code of the app, or a recovery code. */
async function takeCode(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { code = '', recovery }: Fields,
): Promise<SignedIn> {
  const { world, keys } = deps
  const pending = await currentStage(deps, request)
  if (pending?.stage !== 'code') return tooLate
  const { proven } = pending
  const retry = (problem: string): Retry => ({ problem, values: recovery === undefined ? {} : { recovery: '' } })
  const device = proven.typed && knownDevice(deps, request, proven.typed.company, proven.typed.name)
  const counters = ownCounter('code', proven, device)
  const waitSeconds = await world.db.write(beginAttempt, counters, world.now())
  if (waitSeconds > 0) return { status: 429, retry: retry(waitText(waitSeconds)), waitSeconds }

  const right =
    recovery === undefined
      ? await spendCode(world, keys, proven, code)
      : await spendRecoveryCode(world, proven, recovery)
  if (!right) return { status: 403, retry: retry(recovery === undefined ? wrongCode : wrongRecoveryCode) }
  await world.db.write(forgiveAttempt, counters, world.now())
  if (!(await mayEnter(deps, proven, request.ip))) return { status: 403, retry: retry(notFromHere) }
  return enter(deps, request, reply, { ...proven, strong: true })
}

const wrongCode = 'This code is not right, or was used already. Wait for the next one.'
const wrongRecoveryCode = 'This is none of your recovery codes, or it was used already. Each one works once.'

/** Handles the form for a new password of somebody who has to choose one before anything else. */
async function chooseNewPassword(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { password = '', again = '' }: Fields,
): Promise<SignedIn> {
  const { world } = deps
  const pending = await currentStage(deps, request)
  if (pending?.stage !== 'new-password') return tooLate
  const { proven, was } = pending
  const same = () => isPassword(world, proven, password)
  const problem = twiceProblem(password, again) ?? ((await same()) ? 'It must not be the one that you had.' : undefined)
  if (problem) return { status: 422, retry: { problem } }
  if (!(await mayEnter(deps, proven, request.ip))) return { status: 403, retry: { problem: notFromHere } }
  const { companyId, userId } = proven
  const input = { companyId, userId, password: await hashPassword(password), own: true, was }
  if (!(await world.db.write(setPassword, input, world.now()))) return tooLate
  return enter(deps, request, reply, proven)
}

const tooLate: SignedIn = { status: 403, retry: { problem: 'That took too long. Please sign in again.' } }

/** Handles the form that creates a company with its first administrator, and signs that person in. */
export async function createAndSignIn(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
  onlyFirst: boolean,
): Promise<Exclude<SignedIn, 'next'> | { exists: true }> {
  const { world } = deps
  const { password = '', token: _token, intent: _intent, ...values } = fields
  const problem = newCompanyProblem(fields)
  if (problem) return { status: 422, retry: { problem, values } }
  const text = (name: string) => fields[name]!.trim()
  const created = await world.db.write(
    createCompany,
    {
      company_name: text('company_name'),
      first_name: text('first_name'),
      last_name: text('last_name'),
      username: text('username'),
      email: text('email'),
      password: await hashPassword(password),
      tz: text('tz'),
      ...(onlyFirst ? { only_first: true } : {}),
    },
    world.now(),
  )
  if ('refused' in created) return { exists: true }
  const account = { companyId: created.company_id, userId: created.user_id }
  return { session: await beginSession(deps, request, reply, account) }
}

/** The company, when there is only one; nobody has to be asked for it then. */
export async function onlyCompany({ world }: Dependencies): Promise<number | undefined> {
  const rows = await world.db.read.all<{ company_id: number }>(sql`select company_id from companies limit 2`)
  return rows.length === 1 ? rows[0]!.company_id : undefined
}

/** Whether nobody has set up the server yet. */
export async function isEmpty({ world }: Dependencies): Promise<boolean> {
  return (await world.db.read.get(sql`select company_id from companies limit 1`)) === undefined
}

/** Whether the person's company lets them in from this address. */
export async function mayEnter(
  { world, mayConnect }: Dependencies,
  { companyId }: Account,
  ip: string,
): Promise<boolean> {
  const company = await world.db.read.get<Row>(sql`select * from companies where company_id = ${companyId}`)
  return company !== undefined && mayConnect(company, ip)
}

/** Zones to choose from. */
export const zones: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** The zone that is most likely right: the machine's. */
export function likelyZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return zones.includes(timeZone) ? timeZone : 'UTC'
}

async function companyNamed({ world }: Dependencies, slug: string): Promise<number | undefined> {
  if (slug === '' || slug.includes('\0') || !slug.isWellFormed()) return undefined
  const row = await world.db.read.get<{ company_id: number }>(
    sql`select company_id from companies where client_url = ${slug}`,
  )
  return row?.company_id
}

const required: Record<string, string> = {
  company_name: 'the company name',
  first_name: 'your first name',
  last_name: 'your last name',
  email: 'your e-mail address',
  username: 'a username',
}

function newCompanyProblem(fields: Fields): string | undefined {
  for (const [name, label] of Object.entries(required)) {
    const value = (fields[name] ?? '').trim()
    if (value === '') return `Please fill in ${label}.`
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    if (value.length > 100 || /[\x00-\x1f\x7f]/.test(value) || !value.isWellFormed())
      return `Please shorten or correct ${label}.`
  }
  if (!/^[^@\s]+@[^@\s]+$/.test(fields.email!.trim())) return 'Please correct your e-mail address.'
  if (!zones.includes(fields.tz ?? '')) return 'Please choose a time zone.'
  return passwordProblem(fields.password ?? '') ?? obviousProblem(fields)
}

function obviousProblem(fields: Fields): string | undefined {
  const password = fold(fields.password ?? '')
  const names = [fields.username, fields.email, fields.company_name].map((name) => fold(name ?? ''))
  if (names.some((name) => name.length >= passwordMin && name === password))
    return 'The password must not be the same as a name.'
  return undefined
}
