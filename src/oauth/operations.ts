import type { Operation } from '../engine/sql.ts'
import {
  changeApplication,
  insertApplication,
  removeApplication,
  removeConsent,
  replaceSecret,
} from './applications.ts'
import { commitChanges, insertConsent } from './commit.ts'
import { registerItself } from './register_itself.ts'
import { insertToken, moveExpiry, removeToken } from './tokens.ts'

/** Every write in this folder, for `src/operations.ts`. Separate from index.ts: the writer thread needs no provider. */
export const oauthOperations: readonly Operation<never, unknown>[] = [
  changeApplication,
  commitChanges,
  insertApplication,
  insertConsent,
  insertToken,
  moveExpiry,
  registerItself,
  removeApplication,
  removeConsent,
  removeToken,
  replaceSecret,
]
