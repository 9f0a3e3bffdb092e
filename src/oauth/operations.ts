import type { Operation } from '../engine/sql.ts'
import {
  changeApplication,
  insertApplication,
  removeApplication,
  removeConsent,
  replaceSecret,
} from './applications.ts'
import { commitChanges, insertConsent } from './commit.ts'
import { insertToken, moveExpiry, removeToken } from './tokens.ts'

/** Every write of this folder, for `src/operations.ts`. Kept apart from index.ts: the writing thread needs no provider. */
export const oauthOperations: readonly Operation<never, unknown>[] = [
  changeApplication,
  commitChanges,
  insertApplication,
  insertConsent,
  insertToken,
  moveExpiry,
  removeApplication,
  removeConsent,
  removeToken,
  replaceSecret,
]
