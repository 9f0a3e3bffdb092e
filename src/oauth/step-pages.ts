import type { FastifyRequest } from 'fastify'
import type { Ground } from './ground.ts'
import type { Form, Retry } from './page-parts.ts'
import { codePage, signInPage } from './pages.ts'
import { newPasswordPage } from './password-pages.ts'
import { currentStep } from './steps.ts'

/** The page of signing in that is next in this browser: name and password, or what is missing after them. */
export async function signInStepPage(
  ground: Ground,
  request: FastifyRequest,
  form: Form,
  options: Retry & { askCompany: boolean; application?: string; mayCreate?: boolean },
): Promise<string> {
  const pending = await currentStep(ground, request)
  if (!pending) return signInPage(form, options)
  return pending.step === 'code' ? codePage(form, options) : newPasswordPage(form, options)
}
