import type { FastifyRequest } from 'fastify'
import { sql } from '../../engine/sql.ts'
import type { Dependencies } from '../dependencies.ts'
import { secretToConfirm } from '../factors/totp.ts'
import { translateForBrowser, translateForPerson } from '../language.ts'
import type { Account } from '../names.ts'
import { slugOf } from '../names.ts'
import { rememberedCompany } from '../sign_in.ts'
import { ssoChoice } from '../sso/button.ts'
import { currentStage } from '../stages.ts'
import type { Form, Retry } from './layout.ts'
import { codePage, signInPage } from './pages.ts'
import { newPasswordPage } from './password_pages.ts'
import { recoveryCodesPage, setUpPage } from './two_steps_pages.ts'

/**
 * The company, if it is known, and the page to continue to; `again`: a person who is signed in must prove their
 * identity again.
 */
type Continued = { companyId: number | undefined; next: string; again?: boolean }

/** The page for the current sign-in stage in this browser: username and password, code, or new password. */
export async function signInStagePage(
  deps: Dependencies,
  request: FastifyRequest,
  form: Form,
  options: Retry & Continued & { application?: string; mayCreate?: boolean },
): Promise<string> {
  if (options.codes) return recoveryCodesPage(form, options, translateForBrowser(request))
  const pending = await currentStage(deps, request)
  if (!pending) {
    const { companyId, next, again = false } = options
    const company = options.values?.company ?? rememberedCompany(deps, request)
    const sso = await ssoChoice(deps, { companyId, short: slugOf(company ?? ''), next, again })
    const shown = { ...options, sso, askCompany: companyId === undefined, values: { ...options.values, company } }
    return signInPage(form, shown, translateForBrowser(request))
  }
  const t = await translateForPerson(deps.world, request, pending.proven)
  switch (pending.stage) {
    case 'code':
      return codePage(form, options, t)
    case 'set-up':
      return setUpPage(form, options, await secretFor(deps, pending.proven), t)
    case 'recovery-codes':
      return recoveryCodesPage(form, options, t)
    case 'new-password':
      return newPasswordPage(form, options, t)
  }
}

/** The secret for the authenticator app of a person who must set one up. */
async function secretFor({ world, keys }: Dependencies, { companyId, userId }: Account) {
  const row = await world.db.read.get<{ company: string; username: string }>(sql`select c.name as company, u.username
    from users u join companies c on c.company_id = u.company_id where u.company_id = ${companyId} and u.id = ${userId}`)
  return secretToConfirm(world, keys, { companyId, userId, ...row! })
}
