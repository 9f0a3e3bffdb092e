import type { FastifyRequest } from 'fastify'
import { languageFor, loadSettings } from '../company/settings/settings.ts'
import { translateTo } from '../company/translate.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { languageAccepted } from '../rules/language/languages.ts'
import type { Translate } from '../rules/language/messages.ts'
import type { World } from '../world.ts'
import { companyOf } from './company_of.ts'
import type { Account } from './names.ts'

type Asking = Pick<FastifyRequest, 'headers'>

/** Translates to the available language that the browser prefers. */
export function translateForBrowser({ headers }: Asking): Translate {
  return translateTo(languageAccepted(headers['accept-language']))
}

/** Translates to the language that a person or their company chose, otherwise to the browser's. */
export async function translateForPerson(world: Pick<World, 'db'>, request: Asking, of: Account): Promise<Translate> {
  const company = await companyOf(world, of)
  if (!company) return translateForBrowser(request)
  const chosen = languageFor(company, company.get('users', of.userId))
  return chosen === '' ? translateForBrowser(request) : translateTo(chosen)
}

/** The language of a response to the app: the person's, otherwise the company's, otherwise the browser's. */
export async function languageOfAsker(company: CompanySnapshot, actor: Actor, { headers }: Asking): Promise<string> {
  await loadSettings(company)
  await company.look('users', [actor.userId])
  const user = actor.home ? undefined : company.get('users', actor.userId)
  return languageFor(company, user) || languageAccepted(headers['accept-language'])
}
