import type { Config } from '../../config.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { commandName } from '../../sight/command_name.ts'
import type { Finding } from '../../sight/watcher.ts'
import { about } from './finding.ts'

/** Finds variables that do not exist, which may be misspelt, and mail that is never sent. */
export function checkVariables(
  t: Translate,
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  unknown: readonly string[],
): Finding[] {
  const check = about(t('Configuration'))
  return [
    ...unknown.map((setting) =>
      check.warning(
        t('{setting} is not a variable', { setting }),
        t('Correct or remove it; {command} lists them all.', { command: `${commandName} config` }),
      ),
    ),
    ...(smtpUrl === 'outbox:'
      ? [
          check.warning(
            t('this server keeps mail in its outbox and sends none'),
            t('Set {setting} to a mail server.', { setting: 'CLOCKHOUSE_SMTP_URL' }),
          ),
        ]
      : []),
  ]
}
