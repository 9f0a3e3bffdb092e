import type { Config } from '../../config.ts'
import { about } from '../../guardian/setup/finding.ts'
import { mailServer } from '../../notifications/mailer.ts'
import type { Finding } from '../../sight/watcher.ts'

/** How long a mail server may take for each answer, in milliseconds. */
const answerMs = 5000

/** Greets the mail server and signs in, without sending anything. */
export async function checkMail(config: Config): Promise<Finding[]> {
  if (config.smtpUrl === '' || config.smtpUrl === 'outbox:') return []
  const check = about('Mail')
  const { host } = new URL(config.smtpUrl)
  const mailer = await mailServer(config, { answerMs, mailMs: answerMs })
  const problem = await mailer.problem?.()
  return [
    problem === undefined
      ? check.ok(`the mail server at ${host} answers`)
      : check.warning(
          `the mail server at ${host} cannot be used: ${problem}`,
          'Check CLOCKHOUSE_SMTP_URL and the mail server.',
        ),
  ]
}
