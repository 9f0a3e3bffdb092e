import type { FastifyRequest } from 'fastify'
import { type Language, languageAccepted } from '../rules/language/languages.ts'

/** The language for texts in a response: the one requested by the app, or else by the browser. */
export function languageAsked({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  return languageAccepted(headers['accept-language'])
}
