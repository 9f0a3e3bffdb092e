import type { FastifyReply, FastifyRequest } from 'fastify'
import { usualBreaks } from '../company/breaks/breaks.ts'
import { companyNamed as companyWithName, createCompany } from '../company/companies.ts'
import { fold, type Row, sql } from '../engine/sql.ts'
import { msg } from '../rules/language/messages.ts'
import { commonPasswordProblem } from '../rules/people/common_passwords.ts'
import { newCompanyProblems } from '../rules/settings/new_company.ts'
import { readCookie, setCookie } from './cookies.ts'
import { browserOf, type Fields } from './csrf.ts'
import type { Dependencies } from './dependencies.ts'
import { relyingPartyOf, verifyPasskey } from './factors/passkeys.ts'
import { spendCode, spendRecoveryCode, turnOn } from './factors/totp.ts'
import { placeOf } from './guesses.ts'
import { knownDevice } from './known_devices.ts'
import { translateForBrowser, translateForPerson } from './language.ts'
import { type Account, slugOf } from './names.ts'
import type { Retry } from './pages/layout.ts'
import { setPassword } from './passwords.ts'
import { hashPassword, isPassword, newPasswordProblem, verifyPerson } from './people.ts'
import { beginSession, type Session } from './sessions.ts'
import { ssoProviderNamed } from './sso/providers.ts'
import { clearStage, currentStage, enter } from './stages.ts'
import { countAttempt, countersOf, forgive, ownCounter, ssoCounter, waitText } from './throttle.ts'

/** Shown when the company does not allow signing in from the person's IP address. */
export const addressNotAllowed = msg('Your company does not allow signing in from this address.')

/** The person is signed in, or the next stage is to be shown, or this form is to be shown again. */
export type SignedIn = { session: Session } | 'next' | { status: number; retry: Retry; waitSeconds?: number }

/** Handles a posted form of any sign-in stage. `companyId` is given if the company is known. */
export async function handleSignInForm(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
  companyId: number | undefined,
): Promise<SignedIn> {
  switch (fields.intent) {
    case 'passkey':
      return handlePasskey(deps, request, reply, fields)
    case 'code':
      return handleCode(deps, request, reply, fields)
    case 'set-up':
      return setUpTwoSteps(deps, request, reply, fields)
    case 'codes-saved':
      return goOnWithCodes(deps, request, reply)
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
      if (fields.use === 'sso') return findProvider(deps, request, reply, fields)
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
  const t = translateForBrowser(request)
  const retry = (problem: string): Retry => ({ problem, values: { company: typed, username } })
  const short = companyId === undefined ? slugOf(typed) : ''
  const name = fold(username.slice(0, 500))

  const device = knownDevice(deps, request, companyId === undefined ? short : String(companyId), name)
  const company = companyId === undefined ? short : String(companyId)
  const counters = countersOf('sign-in', { company, name, ip: request.ip, device })
  const waitSeconds = await countAttempt(world, counters)
  if (waitSeconds > 0) {
    logRefusal(deps, request, 'sign-in locked out', { company: companyId, seconds: waitSeconds })
    return { status: 429, retry: retry(waitText(waitSeconds, t)), waitSeconds }
  }

  const found = companyId ?? (await companyNamed(deps, short))
  // This comes before the password check, so people from other addresses cannot find out whether a password is right.
  if (found !== undefined && !(await mayEnter(deps, { companyId: found }, request.ip)))
    return { status: 403, retry: retry(t(addressNotAllowed)) }
  const account = await verifyPerson(world, found, username, password)
  if (!account) {
    logRefusal(deps, request, 'sign-in failed', { company: found })
    const problem =
      companyId === undefined ? t('Incorrect company, username or password.') : t('Incorrect username or password.')
    return { status: 403, retry: retry(problem) }
  }
  await forgive(world, counters)
  if (companyId === undefined) rememberCompany(deps, reply, short)
  return enter(deps, request, reply, { ...account, by: 'password', typed: { company, name } })
}

/** Finds the provider of the typed company, whose button the page then shows. */
async function findProvider(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { company: typed = '', username = '' }: Fields,
): Promise<SignedIn> {
  const { world } = deps
  const t = translateForBrowser(request)
  const retry = (problem?: string): Retry => ({ problem, values: { company: typed, username } })
  const counters = ssoCounter(request.ip)
  const waitSeconds = await countAttempt(world, counters)
  if (waitSeconds > 0) return { status: 429, retry: retry(waitText(waitSeconds, t)), waitSeconds }
  const found = await ssoProviderNamed(world.db.read, slugOf(typed))
  if (!found) return { status: 404, retry: retry(t('No company with this name uses single sign-on.')) }
  await forgive(world, counters)
  rememberCompany(deps, reply, found.company)
  return { status: 200, retry: { values: { company: found.company, username } } }
}

/** A line for the log. It does not include the name as typed, because some people type their password there. */
function logRefusal({ world }: Dependencies, { raw }: FastifyRequest, event: string, details: object): void {
  const { security, requests } = world.sight
  security.tell({ event, ...details }, requests.of(raw))
}

const companyCookie = 'clockhouse-company'
const companySeconds = 400 * 86_400

/** The short name of the company that someone last signed in to with this browser. */
export function rememberedCompany({ site }: Dependencies, request: FastifyRequest): string | undefined {
  return readCookie(site(), request, companyCookie)
}

/** Remembers the company in this browser. */
export function rememberCompany({ site }: Dependencies, reply: FastifyReply, short: string): void {
  setCookie(site(), reply, companyCookie, short, companySeconds)
}

/** Handles the answer of a passkey, which counts as two factors: a device, and the person who unlocks it. */
async function handlePasskey(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { response = '' }: Fields,
): Promise<SignedIn> {
  const { world, keys, config } = deps
  const t = translateForBrowser(request)
  const counters = countersOf('passkey', { company: '', name: '', ip: request.ip })
  const waitSeconds = await countAttempt(world, counters)
  if (waitSeconds > 0) {
    logRefusal(deps, request, 'sign-in locked out', { with: 'passkey', seconds: waitSeconds })
    return { status: 429, retry: { problem: waitText(waitSeconds, t) }, waitSeconds }
  }
  // Without the browser's cookie the form would have been refused.
  const given = { bound: ['sign-in', browserOf(deps, request)!], answer: response } as const
  const account = await verifyPasskey(world, keys, given, relyingPartyOf(config, request))
  const problem = t('This passkey no longer works here. Sign in with your password.')
  if (!account) {
    logRefusal(deps, request, 'sign-in failed', { with: 'passkey' })
    return { status: 403, retry: { problem } }
  }
  await forgive(world, counters)
  if (!(await mayEnter(deps, account, request.ip))) return { status: 403, retry: { problem: t(addressNotAllowed) } }
  return enter(deps, request, reply, { ...account, by: 'passkey', strong: true })
}

/** Handles the form for the second factor: a code from the app, or a recovery code. */
async function handleCode(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { code = '', recovery }: Fields,
): Promise<SignedIn> {
  const { world, keys } = deps
  const pending = await currentStage(deps, request)
  if (pending?.stage !== 'code') return expiredStage(request)
  const { proven } = pending
  const t = await translateForPerson(world, request, proven)
  const retry = (problem: string): Retry => ({ problem, values: recovery === undefined ? {} : { recovery: '' } })
  const device = proven.typed && knownDevice(deps, request, proven.typed.company, proven.typed.name)
  const counters = ownCounter('code', proven, device)
  const waitSeconds = await countAttempt(world, counters)
  const whose = { company: proven.companyId, user: proven.userId }
  if (waitSeconds > 0) {
    logRefusal(deps, request, 'sign-in locked out', { ...whose, with: 'code', seconds: waitSeconds })
    return { status: 429, retry: retry(waitText(waitSeconds, t)), waitSeconds }
  }

  const right =
    recovery === undefined
      ? await spendCode(world, keys, proven, code)
      : await spendRecoveryCode(world, proven, recovery)
  if (!right) {
    logRefusal(deps, request, 'sign-in failed', { ...whose, with: recovery === undefined ? 'code' : 'recovery code' })
    return { status: 403, retry: retry(t(recovery === undefined ? wrongCode : wrongRecoveryCode)) }
  }
  await forgive(world, counters)
  if (!(await mayEnter(deps, proven, request.ip))) return { status: 403, retry: retry(t(addressNotAllowed)) }
  return enter(deps, request, reply, { ...proven, strong: true })
}

/**
 * Handles the first code of an app that is being set up because the company requires it. Then shows the recovery codes.
 */
async function setUpTwoSteps(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { code = '' }: Fields,
): Promise<SignedIn> {
  const { world, keys } = deps
  const pending = await currentStage(deps, request)
  if (pending?.stage !== 'set-up') return expiredStage(request)
  const { proven } = pending
  const t = await translateForPerson(world, request, proven)
  const counters = ownCounter('code', proven)
  const waitSeconds = await countAttempt(world, counters)
  const whose = { company: proven.companyId, user: proven.userId }
  if (waitSeconds > 0) {
    logRefusal(deps, request, 'sign-in locked out', { ...whose, with: 'first code', seconds: waitSeconds })
    return { status: 429, retry: { problem: waitText(waitSeconds, t) }, waitSeconds }
  }
  const made = await turnOn(world, keys, proven, code)
  if (!made) {
    logRefusal(deps, request, 'sign-in failed', { ...whose, with: 'first code' })
    return { status: 403, retry: { problem: t('This is not the code that your app shows now.') } }
  }
  await forgive(world, counters)
  await enter(deps, request, reply, { ...proven, strong: true, hasNewCodes: true })
  return { status: 200, retry: { codes: made.recoveryCodes } }
}

/** Continues once the person says that the recovery codes are saved. */
async function goOnWithCodes(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> {
  const pending = await currentStage(deps, request)
  if (pending?.stage !== 'recovery-codes') return expiredStage(request)
  const { proven } = pending
  if (!(await mayEnter(deps, proven, request.ip))) {
    const t = await translateForPerson(deps.world, request, proven)
    return { status: 403, retry: { problem: t(addressNotAllowed) } }
  }
  return enter(deps, request, reply, { ...proven, hasNewCodes: undefined })
}

const wrongCode = msg('That code is incorrect or has already been used. Wait for the next one.')
const wrongRecoveryCode = msg(
  'That is not one of your recovery codes, or it has already been used. Each code works once.',
)

/** Handles the form of a person who must choose a new password before continuing. */
async function chooseNewPassword(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { password = '', again = '' }: Fields,
): Promise<SignedIn> {
  const { world } = deps
  const pending = await currentStage(deps, request)
  if (pending?.stage !== 'new-password') return expiredStage(request)
  const { proven, was } = pending
  const t = await translateForPerson(world, request, proven)
  const same = () => isPassword(world.db.read, proven, password)
  const problem =
    (await newPasswordProblem(world, proven, { password, again }, t)) ??
    ((await same()) ? t('The new password must be different from the old one.') : undefined)
  if (problem) return { status: 422, retry: { problem } }
  if (!(await mayEnter(deps, proven, request.ip))) return { status: 403, retry: { problem: t(addressNotAllowed) } }
  const { companyId, userId } = proven
  const input = { companyId, userId, password: await hashPassword(password), own: true, was }
  if (!(await world.db.write(setPassword, input, world.now()))) return expiredStage(request)
  return enter(deps, request, reply, proven)
}

function expiredStage(request: FastifyRequest): SignedIn {
  const problem = translateForBrowser(request)('That took too long. Please sign in again.')
  return { status: 403, retry: { problem } }
}

/** Handles the form that creates a company with its first administrator, and signs the administrator in. */
export async function createAndSignIn(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
  onlyFirst: boolean,
): Promise<Exclude<SignedIn, 'next'> | { exists: true }> {
  const { world } = deps
  const { password = '', token: _token, intent: _intent, ...values } = fields
  const t = translateForBrowser(request)
  const problems = newCompanyProblems(fields, t, commonPasswordProblem)
  const [problem, another] = Object.values(problems)
  if (problem) {
    // The only one is said where it is.
    const all = another ? t('Correct the fields marked below.') : undefined
    return { status: 422, retry: { problem: all, problems, values } }
  }
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
      ...placeOf(fields),
      breaks: usualBreaks
        .filter((_, index) => fields[`break_${index}`] === 'yes')
        .map(({ name, type }) => ({ name: t(name), type })),
      ...(onlyFirst ? { only_first: true } : {}),
    },
    world.now(),
  )
  if ('refused' in created) return { exists: true }
  const account = { companyId: created.company_id, userId: created.user_id }
  return { session: await beginSession(deps, request, reply, account, { how: 'new company' }) }
}

/** Whether the person's company allows signing in from this IP address. */
export async function mayEnter(
  { world, mayConnect }: Dependencies,
  { companyId }: Pick<Account, 'companyId'>,
  ip: string,
): Promise<boolean> {
  const company = await world.db.read.get<Row>(sql`select * from companies where company_id = ${companyId}`)
  const may = company !== undefined && mayConnect(company, ip)
  if (!may) world.sight.security.tell({ event: 'address refused', company: companyId })
  return may
}

/** The company with this short name. */
export async function companyNamed({ world }: Dependencies, slug: string): Promise<number | undefined> {
  if (slug === '' || slug.includes('\0') || !slug.isWellFormed()) return undefined
  return companyWithName(world.db.read, slug)
}
