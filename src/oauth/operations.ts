import type { Operation } from '../engine/sql.ts'
import { setAddresses } from './addresses.ts'
import {
  changeApplication,
  insertApplication,
  removeApplication,
  removeConsent,
  replaceSecret,
} from './applications.ts'
import { commitChanges, insertConsent } from './commit.ts'
import { issueInvitation, spendInvitation } from './invitations.ts'
import { keepSecret } from './secrets.ts'
import { insertSession, removeSession, touchSession } from './session.ts'
import { sweep } from './sweep.ts'
import { beginAttempt, forgiveAttempt } from './throttle.ts'
import { insertToken, moveExpiry, removeToken } from './tokens.ts'

/** Every write of this folder, for `src/operations.ts`. Kept apart from index.ts: the writing thread needs no provider. */
export const oauthOperations: readonly Operation<never, unknown>[] = [
  beginAttempt,
  changeApplication,
  commitChanges,
  forgiveAttempt,
  insertApplication,
  insertConsent,
  insertSession,
  insertToken,
  issueInvitation,
  keepSecret,
  moveExpiry,
  removeApplication,
  removeConsent,
  removeSession,
  removeToken,
  replaceSecret,
  setAddresses,
  spendInvitation,
  sweep,
  touchSession,
]
