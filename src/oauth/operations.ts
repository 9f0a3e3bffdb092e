import type { Operation } from '../engine/sql.ts'
import { spendLink } from './accept.ts'
import { setAddresses } from './addresses.ts'
import {
  changeApplication,
  insertApplication,
  removeApplication,
  removeConsent,
  replaceSecret,
} from './applications.ts'
import { putFeed, removeFeed } from './calendar_feeds.ts'
import { commitChanges, insertConsent } from './commit.ts'
import { clearFactors } from './factors.ts'
import { issueInvitation } from './invitations.ts'
import { insertPasskey, removePasskeys, renamePasskey, usePasskey } from './passkeys.ts'
import { setPassword } from './passwords.ts'
import { answerRequest, issueReset, noteRequest } from './resets.ts'
import { keepSecret } from './secrets.ts'
import { endSessions, insertSession, removeSession, touchSession } from './session.ts'
import { sweep } from './sweep.ts'
import { beginAttempt, forgiveAttempt } from './throttle.ts'
import { insertToken, moveExpiry, removeToken } from './tokens.ts'
import { confirmTotp, endTotp, replaceCodes, spendRecovery, spendStep, storeTotp } from './totp.ts'

/** Every write of this folder, for `src/operations.ts`. Kept apart from index.ts: the writing thread needs no provider. */
export const oauthOperations: readonly Operation<never, unknown>[] = [
  answerRequest,
  beginAttempt,
  changeApplication,
  clearFactors,
  commitChanges,
  confirmTotp,
  endSessions,
  endTotp,
  forgiveAttempt,
  insertApplication,
  insertConsent,
  insertPasskey,
  insertSession,
  insertToken,
  issueInvitation,
  issueReset,
  keepSecret,
  moveExpiry,
  noteRequest,
  putFeed,
  removeApplication,
  removeConsent,
  removeFeed,
  removePasskeys,
  removeSession,
  removeToken,
  renamePasskey,
  replaceCodes,
  replaceSecret,
  setAddresses,
  setPassword,
  spendLink,
  spendRecovery,
  spendStep,
  storeTotp,
  sweep,
  touchSession,
  usePasskey,
]
