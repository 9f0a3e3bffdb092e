import type { AnswerOf } from '../../api/contract.ts'

/** An application of the company, as the app's API returns it. */
export type Application = AnswerOf<'GET /api/console/applications'>['applications'][number]
