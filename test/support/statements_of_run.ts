import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statementsOf } from '../../src/db/migrate.ts'
import { keptStatements, normalized } from './statement_texts.ts'
import { judge } from './tenant_statements.ts'

const root = join(import.meta.dirname, '../..')

/** The statements that may query all companies: they find due work, or serve the operator of the server. */
const rounds: Record<string, RegExp> = {
  'notifications that are due': /^select distinct company_id from notifications where 1 = 1 and state = 'scheduled'/,
  'push services with pushes': /^select host from deliveries where 1 = 1 and state = 'queued'/,
  'the first pushes to a push service':
    /^select company_id, due from deliveries where 1 = 1 and host = \$1 and state = 'queued'/,
  'pushes whose lease has expired': /^select distinct company_id from deliveries where 1 = 1 and host <> ''/,
  'emails that are due': /^select company_id, id, due, created, link, record_id from mails where 1 = 1/,
  'people on the clock': /^select company_id, user_id, [^(]* from timesheets where 1 = 1 and "end" is null/,
  'reports that are due': /^select company_id, id, next from saved_reports where 1 = 1/,
  'holidays to be paid': /^select company_id, id, paid_to from holiday_calendars where 1 = 1/,
  'time off to be accrued': /^select company_id, min\(done_to\)/,
  'pay rates that begin': /^select company_id, min\(starts\)/,
  'webhooks that are due': /^select company_id, min\(due\) as waiting from webhook_streams where 1 = 1/,
  'webhooks that are behind':
    /^select \* from companies where (1 = 1|company_id = \$1) and company_id in \( ?select w\.company_id/,
  'companies with reminders':
    /^select \* from companies where (1 = 1|company_id = \$1) and company_id in \( ?select company_id from reminders/,
  'companies that submit time': /^select \* from companies c where (1 = 1|company_id = \$1) and exists/,
  'companies of a round': /^select \* from companies where (company_id in \(\$1\)|1 = 0)$/,
  'notification choices of a round': /^select \* from notification_choices where company_id in/,
  'rows to be deleted': /^select distinct company_id from "\w+" where 1 = 1 and "\w+" < \$1/,
  'companies that chose how long they keep records':
    /^select company_id from retention_choices where 1 = 1 and kind = \$1/,
  'companies that let assistants register themselves':
    /^select company_id from settings where 1 = 1 and scope = 'company' and section = 'general'/,
  'inspections that have reached their end': /^select company_id, user_id from inspections where 1 = 1 and ended = 0/,
  'companies that an import can fill': /^select company_id, client_url from companies order by company_id$/,
  'changes to be deleted': /^select o\.company_id, o\.first/,
  'the newest change, to judge the clock by': /^select max\(stamp\) as newest from companies$/,
  'heads of the audit': /^select company_id, client_url, audit_sequence, audit_head from companies/,
  'versions of companies with open pages':
    /^select company_id, version, setup_version, stamp, last_modified from companies/,
  'tokens and sessions of open pages':
    /^select hash from access_tokens where \(company_id, hash\) in \(values .* union all select hash from sessions/,
  'whether there are several companies': /^select 1 as one from companies where company_id <> \$1 limit/,
  'names that a migration compares again':
    /^select company_id, id, username, username_key, email, email_key from users/,
  'the list of companies': /^select company_id, name, client_url(, created)? from companies/,
  'the list of managed companies': /^select l\.id, c\.client_url as managing/,
  'companies that manage one': /^select company_id from managed_clients where managed_company_id = \$1/,
  'a device that changes hands': /^delete from push_devices where hash = \$1 and company_id <> \$1$/,
  'what waits to be sent': /^select (count|coalesce)\(.*\) as count from (mails|deliveries|webhooks) where/,
  'use of an application': /^select client_id, (count|max)\(.*\) as \w+ from (consents|access_tokens) where/,
  'applications of several companies': /^select a\.\*, c\.name as company from applications a/,
  'the end of an application': /^delete from (oauth_records|consents|access_tokens) where client_id = \$1/,
  'secrets that the keys have to fit':
    /^select company_id as "companyId", [^(]* from (totp where confirmed > 0|sso_providers|webhooks) limit 20$/,
  'whether any company signs in elsewhere': /^select 1 as found from sso_providers/,
  'what a sandbox would have sent':
    /^select (d\.)?company_id, .* from (outbox|deliveries d join notifications|webhook_deliveries d join webhooks) .*limit \$1$/,
  'passkeys made before version 0.3.0': /^select p\.\* from passkeys p .* where 1 = 1 and p\.credential = \$1$/,
}

/**
 * Checks the statements that a test run has sent to PostgreSQL: how many there are of each kind, and which are wrong.
 */
export function judgeRun(): { counts: Record<'router' | 'round' | 'refused', number>; wrong: string[] } {
  const counts = { router: 0, round: 0, refused: 0 }
  const wrong: string[] = []
  let isTheirs: ((text: string) => boolean) | undefined
  for (const text of keptStatements()) {
    const verdict = judge(text)
    if (!verdict || text.endsWith('/* test */')) continue
    const isRound = verdict.kind === 'round' && Object.values(rounds).some((round) => round.test(text))
    if (verdict.kind !== 'router' && !isRound) {
      isTheirs ??= textsOfTestsAndMigrations()
      if (isTheirs(text)) continue
      wrong.push(`${verdict.reasons.join('; ')}\n      ${text}`)
    }
    counts[verdict.kind] += 1
  }
  return { counts, wrong }
}

/** Finds out whether a statement is in a test file or a migration, which may query everything. */
function textsOfTestsAndMigrations(): (text: string) => boolean {
  const sources = globSync('test/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] }).map((file) =>
    readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' '),
  )
  const folder = new URL('../../src/db/migrations/', import.meta.url)
  const migrations = new Set(
    readdirSync(folder).flatMap((file) => statementsOf(new URL(file, folder), 'postgres').map(normalized)),
  )
  return (text) => {
    if (migrations.has(text)) return true
    const pieces = text.split(/\$1|\b\d+\b/).map((piece) => piece.trim())
    return sources.some((source) => holds(source, pieces))
  }
}

/** Whether a source contains these pieces, in this order, as a complete text. */
function holds(source: string, pieces: readonly string[]): boolean {
  const [first = '', ...others] = pieces
  for (let start = source.indexOf(first); start >= 0; start = source.indexOf(first, start + 1)) {
    let end = start + first.length
    const isThere = others.every((piece) => {
      const next = source.indexOf(piece, end)
      const isNear = next >= 0 && next < end + 200
      end = next + piece.length
      return isNear
    })
    if (isThere && /^\s*(['"`;]|\$[\d{])/.test(source.slice(end))) return true
  }
  return false
}
