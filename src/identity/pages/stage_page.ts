import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { translateForBrowser, translateForPerson } from '../language.ts'
import { rememberedCompany, slugOf } from '../sign_in.ts'
import { ssoChoice } from '../sso/button.ts'
import { currentStage } from '../stages.ts'
import type { Form, Retry } from './layout.ts'
import { codePage, signInPage } from './pages.ts'
import { newPasswordPage } from './password_pages.ts'

/** The company, if it is known, and the page to continue to; `again`: a new proof is wanted of someone signed in. */
type Continued = { companyId: number | undefined; next: string; again?: boolean }

/** The page for the current sign-in stage in this browser: username and password, code, or new password. */
export async function signInStagePage(
  deps: Dependencies,
  request: FastifyRequest,
  form: Form,
  options: Retry & Continued & { application?: string; mayCreate?: boolean },
): Promise<string> {
  const pending = await currentStage(deps, request)
  if (!pending) {
    const { companyId, next, again = false } = options
    const company = options.values?.company ?? rememberedCompany(deps, request)
    const sso = await ssoChoice(deps, { companyId, short: slugOf(company ?? ''), next, again })
    const shown = { ...options, sso, askCompany: companyId === undefined, values: { ...options.values, company } }
    return signInPage(form, shown, translateForBrowser(request))
  }
  const t = await translateForPerson(deps.world, request, pending.proven)
  return pending.stage === 'code' ? codePage(form, options, t) : newPasswordPage(form, options, t)
}
