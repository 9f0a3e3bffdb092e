import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'

/** How a person proves their identity besides the password. */
export type Factors = AnswerOf<'GET /api/console/two_factor'>

/** How the signed-in person proves who they are when signing in. */
export function useFactors() {
  return useAnswer('setup', '/api/console/two_factor')
}
