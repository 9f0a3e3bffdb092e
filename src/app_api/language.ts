import type { FastifyRequest } from 'fastify'
import { type Language, languageOf } from '../rules/language/languages.ts'

/** The language for the words in an answer: the first of `Accept-Language` that we have. The app sends its own. */
export function languageAsked({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  return languageOf((headers['accept-language'] ?? '').split(',').map((tag) => tag.split(';')[0]!))
}
