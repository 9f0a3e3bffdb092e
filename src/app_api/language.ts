import type { FastifyRequest } from 'fastify'
import { type Language, languageAccepted } from '../rules/language/languages.ts'

/** The language for the words in an answer: the one that the app, or else the browser, asks for. */
export function languageAsked({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  return languageAccepted(headers['accept-language'])
}
