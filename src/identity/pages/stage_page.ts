import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { translateForBrowser, translateForPerson } from '../language.ts'
import { rememberedCompany } from '../sign_in.ts'
import { currentStage } from '../stages.ts'
import type { Form, Retry } from './layout.ts'
import { codePage, signInPage } from './pages.ts'
import { newPasswordPage } from './password_pages.ts'

/** The page for the current sign-in stage in this browser: username and password, code, or new password. */
export async function signInStagePage(
  deps: Dependencies,
  request: FastifyRequest,
  form: Form,
  options: Retry & { askCompany: boolean; application?: string; mayCreate?: boolean },
): Promise<string> {
  const pending = await currentStage(deps, request)
  if (!pending) {
    const company = options.values?.company ?? rememberedCompany(deps, request)
    return signInPage(form, { ...options, values: { ...options.values, company } }, translateForBrowser(request))
  }
  const t = await translateForPerson(deps.world, request, pending.proven)
  return pending.stage === 'code' ? codePage(form, options, t) : newPasswordPage(form, options, t)
}
