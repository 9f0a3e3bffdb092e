import type { Operation } from '../engine/sql.ts'
import { spendLink } from './accept_link.ts'
import { putFeed, removeFeed } from './calendar_feeds.ts'
import { clearFactors } from './factors.ts'
import { issueInvitation } from './invitations.ts'
import { insertPasskey, removePasskeys, renamePasskey, usePasskey } from './passkeys.ts'
import { answerRequest, issueReset, noteRequest } from './password_resets.ts'
import { setPassword } from './passwords.ts'
import { noteScimRecord } from './scim_records.ts'
import { insertScimToken, removeScimToken, touchScimToken } from './scim_tokens.ts'
import { keepSecret } from './secrets.ts'
import { endSessions, insertSession, removeSession, touchSession } from './sessions.ts'
import { arriveWithSso } from './sso/arrive.ts'
import { useSsoState } from './sso/attempt.ts'
import { insertSsoDomain, markSsoDomain, removeSsoDomain } from './sso/domains.ts'
import { saveSsoProvider, turnOffSso, unlinkSsoPerson } from './sso/providers.ts'
import { beginAttempt, forgiveAttempt } from './throttle.ts'
import { confirmTotp, endTotp, replaceCodes, spendRecovery, spendStep, storeTotp } from './totp.ts'

/** Every write in this folder, for `src/operations.ts`. */
export const identityOperations: readonly Operation<never, unknown>[] = [
  answerRequest,
  arriveWithSso,
  beginAttempt,
  clearFactors,
  confirmTotp,
  endSessions,
  endTotp,
  forgiveAttempt,
  insertPasskey,
  insertScimToken,
  insertSession,
  insertSsoDomain,
  issueInvitation,
  issueReset,
  keepSecret,
  markSsoDomain,
  noteRequest,
  noteScimRecord,
  putFeed,
  removeFeed,
  removePasskeys,
  removeScimToken,
  removeSession,
  removeSsoDomain,
  renamePasskey,
  replaceCodes,
  saveSsoProvider,
  setPassword,
  spendLink,
  spendRecovery,
  spendStep,
  storeTotp,
  touchScimToken,
  touchSession,
  turnOffSso,
  unlinkSsoPerson,
  usePasskey,
  useSsoState,
]
