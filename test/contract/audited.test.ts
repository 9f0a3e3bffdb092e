import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditedWrites } from '../../src/audit/events.ts'
import { operations } from '../../src/operations.ts'
import { resources } from '../../src/resources/index.ts'
import { tables } from '../../src/tables/tables.ts'

// Every write chooses whether the audit tells of it: by a rule in src/audit/events.ts, by itself, or not at all for the
// reason that is given here.

/** Writes that tell by themselves: changes of records that are audited, or a note of the unit of work. */
const byThemselves = [
  ...['resource.write', 'resource.remove', 'app.write', 'act', 'assignJobs', 'audit.note', 'scim.provision'],
  ...['setFence', 'addPersonField', 'jobcodes.addBreak', 'jobcodes.changeBreak', 'linkClient', 'showFields'],
  ...['setPay', 'applyPayRates', 'changeSettings', 'sendBack', 'settleMail'],
  ...['retention.set', 'holds.add', 'holds.release', 'inspections.add', 'inspections.end'],
  ...['people.anonymize', 'clock.repair'],
  ...['payRuns.open', 'payRuns.close', 'payRuns.reopen', 'payRuns.remove', 'payRuns.keepFile', 'payRuns.sent'],
]

/** Writes that the audit does not tell of, and why. */
const silent: Record<string, string> = {
  saveBreakAnswers: 'an answer about one’s own time, kept for good with it',
  saveLunchAnswer: 'an answer about one’s own time, kept for good with it',
  'company.markSetupSteps': 'ticks or hides a step of a list',
  proposeCorrection: 'time has its own history',
  decideCorrection: 'time has its own history',
  withdrawCorrection: 'time has its own history',
  refuseIfEnded: 'a check, which writes nothing',
  accruePto: 'balances have a ledger of their own',
  clockOut: 'time has its own history',
  'holidays.grant': 'time has its own history',
  saveChoices: 'which messages a person receives',
  'import.page': 'an import has a line at its beginning and its end',
  'import.settle': 'an import has a line at its beginning and its end',
  'sample.place': 'sample data has a line at its beginning',
  'sample.fail': 'sample data has a line at its beginning',
  touch: 'use, not change',
  dispatch: 'a message on its way',
  keepDevice: 'a browser for messages',
  removeDevice: 'a browser for messages',
  noteOutcome: 'a message on its way',
  markRead: 'a message was read',
  'push.claim': 'a message on its way',
  'push.expireLeases': 'a message on its way',
  'push.reschedule': 'a message on its way',
  sendReminders: 'a message on its way',
  sendAlerts: 'a message on its way',
  sendSubmissionsDue: 'a message on its way',
  claimMail: 'a message on its way',
  sendReport: 'a message on its way; to whom its file was handed over is told when it was sent',
  'outbox.store': 'a message on its way',
  'oauth.registerItself': 'nothing can use it before a person allows it, which is told',
  'retention.delete': 'old rows that are no records of work',
  'retention.deleteOfCompany': 'old rows that are no records of work',
  'retention.deleteOfKind': 'the round tells how many records it has deleted',
  'jobs.takeTurn': 'which server looks for what is due',
  'sight.probe': 'a test that the database takes writes',
  'clock.beat': 'when the clock was last right; a confirmation by a person is told',
  'clock.repairServer': 'a part of a repair, which is told',
  'scim.logRequest': 'a request that changed nothing, in the log of provisioning',
  'scim.touchToken': 'use, not change',
  'webhooks.queue': 'a message on its way',
  'webhooks.claim': 'a message on its way',
  'webhooks.settle': 'a message on its way',
  'webhooks.removeDeliveries': 'a part of deleting a webhook, which is told',
  'webhooks.test': 'a message on its way',
  'identity.answerRequest': 'a link by mail that a stranger may ask for; its use is told',
  'identity.beginAttempt': 'counts guesses; failures are told',
  'identity.confirmSession': 'a proof of who it is; what it was for is told',
  'identity.forgiveAttempt': 'counts guesses; failures are told',
  'identity.keepSecret': 'a key of the server, made once',
  'identity.renamePasskey': 'a name that only its owner sees',
  'identity.spendStep': 'a part of signing in, which is told',
  'identity.storeTotp': 'a secret that counts only when it is confirmed, which is told',
  'identity.touchSession': 'use, not change',
  'identity.usePasskey': 'a part of signing in, which is told',
  'identity.useSsoState': 'a part of signing in, which is told',
}

test('every write declares whether the audit records it', () => {
  const chosen = [...auditedWrites, ...byThemselves, ...Object.keys(silent)]
  const names = operations.map(({ name }) => name)
  const without = names.filter((name) => !chosen.includes(name))
  assert.deepEqual(without, [], 'add a rule to src/audit/events.ts, or a line here that tells why not')
  const gone = chosen.filter((name) => !names.includes(name))
  assert.deepEqual(gone, [], 'there are no such writes')
  const twice = chosen.filter((name, index) => chosen.indexOf(name) !== index)
  assert.deepEqual(twice, [], 'these have chosen twice')
})

/** Resources that people write and the audit does not tell of, and why. */
const silentResources: Record<string, string> = {
  customfielditems: 'values that people type with their time make new ones',
  estimate_items: 'a plan of hours',
  estimates: 'a plan of hours',
  files: 'a picture is named in the history of its entry',
  geolocations: 'positions are added, never changed',
  invitations: 'a note of the unit of work tells who was invited',
  notifications: 'a message on its way',
  project_activity_read_times: 'a message was read',
  project_activity_replies: 'conversation, kept with its author',
  project_notes: 'conversation, kept with its author',
  reminders: 'a message on its way',
  schedule_events: 'a plan, whose people are told of changes',
  time_off_request_entries: 'who decided is kept with it',
  time_off_requests: 'who decided is kept with it',
  timesheets: 'time has its own history',
}

test('every resource that is written declares whether the audit records it', () => {
  const written = resources.filter(({ create, update, remove }) => create || update || remove)
  const without = written.map(({ name }) => name).filter((name) => !tables[name]!.audited)
  assert.deepEqual(without.sort(), Object.keys(silentResources).sort())
})
