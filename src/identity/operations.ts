import type { Operation } from '../engine/sql.ts'
import { putFeed, removeFeed } from './calendar_feeds.ts'
import { confirmSession } from './confirmation.ts'
import { clearFactors } from './factors/factors.ts'
import { insertPasskey, removePasskeys, renamePasskey, usePasskey } from './factors/passkeys.ts'
import { keepSecret } from './factors/secrets.ts'
import { confirmTotp, endTotp, replaceCodes, spendRecovery, spendStep, storeTotp } from './factors/totp.ts'
import { spendLink } from './links/accept.ts'
import { issueInvitation, issueInvitations } from './links/invitations.ts'
import { answerRequest, issueReset, noteRequest } from './links/password_resets.ts'
import { setPassword } from './passwords.ts'
import { logScimRequest } from './scim_requests.ts'
import { insertScimToken, removeScimToken, touchScimToken } from './scim_tokens.ts'
import { endSessions, insertSession, removeSession, touchSession } from './sessions.ts'
import { arriveWithSso } from './sso/arrive.ts'
import { useSsoState } from './sso/attempt.ts'
import { insertSsoDomain, markSsoDomain, removeSsoDomain } from './sso/domains.ts'
import { saveSsoProvider, turnOffSso, unlinkSsoPerson } from './sso/providers.ts'
import { beginAttempt, forgiveAttempt } from './throttle.ts'

/** Every write in this folder, for `src/operations.ts`. */
export const identityOperations: readonly Operation<never, unknown>[] = [
  answerRequest,
  arriveWithSso,
  beginAttempt,
  clearFactors,
  confirmSession,
  confirmTotp,
  endSessions,
  endTotp,
  forgiveAttempt,
  insertPasskey,
  insertScimToken,
  insertSession,
  insertSsoDomain,
  issueInvitation,
  issueInvitations,
  issueReset,
  keepSecret,
  logScimRequest,
  markSsoDomain,
  noteRequest,
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
