import type { AnswerOf } from '../../api/contract.ts'
import { refresh, useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Code } from '../../components/page/code.tsx'
import { Copy } from '../../components/page/copy.tsx'
import { Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { numberText } from './words.ts'

type State = Pick<AnswerOf<'GET /api/console/server'>, 'restored'>
type Backup = NonNullable<AnswerOf<'GET /api/console/server'>['backups']>['newest'][number]
type Restored = NonNullable<State['restored']>

/** More changes than this are not counted. */
const countedMax = 100_000

/** Says what restoring a backup means, and begins it. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { name } = backup
  const { data } = useAnswer('time', '/api/console/server/restore', { name })
  return (
    <Confirm
      title={t('Restore the backup of {time}', { time: momentText(backup.made) })}
      action={t('Restore this backup')}
      run={() => ask('POST', '/api/console/server/restore', { body: { name } })}
      onClose={onClose}
      onDone={() => {
        onClose()
        void refresh()
      }}
    >
      <Notice
        kind="bad"
        title={t('Everything recorded since {time} is missing then.', { time: momentText(backup.made) })}
      >
        {data && lostText(data.changes)}
      </Notice>
      <ol className="server-steps">
        <li>{t('The backup is checked, and what is there now is backed up. Everyone goes on working meanwhile.')}</li>
        <li>
          {t('Then no one can use Clockhouse for a moment. Phones keep clock-ins and clock-outs and send them later.')}
        </li>
        <li>{t('The server goes on with the backup. If anything fails, it goes on with what it has now.')}</li>
      </ol>
      <p className="quiet">
        {t(
          'People and passwords are as they were then. Tokens and sign-ins that have ended since stay ended; those who have signed in since sign in again.',
        )}
      </p>
    </Confirm>
  )
}

function lostText(changes: number): string {
  if (changes === 0) return t('No record has been changed since.')
  return changes > countedMax
    ? t('More than {count} changes of records.', { count: numberText(countedMax) })
    : t('{count, plural, one {# change of a record.} other {# changes of records.}}', { count: changes })
}

/** How a backup is restored where the server does not do it: it must not run meanwhile. */
export function RestoreByCommand({
  backup,
  isPostgres,
  onClose,
}: {
  backup: Backup
  isPostgres: boolean
  onClose: () => void
}) {
  return (
    <Dialog title={t('Restore the backup of {time}', { time: momentText(backup.made) })} onClose={onClose}>
      <ol className="server-steps">
        <li>{t('Stop the server. No one can clock in or out until it runs again.')}</li>
        <li>
          {t('Run this command on its machine, with the same settings as the server:')}
          <Code text={backup.restore} label={t('Command')} />
          <Copy text={backup.restore} />
        </li>
        <li>{t('Start the server.')}</li>
      </ol>
      <p className="quiet">
        {t('Everything recorded since {time} is missing then.', { time: momentText(backup.made) })}{' '}
        {isPostgres
          ? t('The PostgreSQL database must be empty: name a new one in {setting}.', {
              setting: 'CLOCKHOUSE_DATABASE_URL',
            })
          : t('What is there now is kept beside it; the command prints its name.')}
      </p>
    </Dialog>
  )
}

/** What is being restored, or was. `isAway`: the server does not answer. */
export function Restoring({ restored, isAway }: State & { isAway: boolean }) {
  return (
    <div role="status" className="server-restored">
      {restored && <Outcome restored={restored} isAway={isAway} />}
    </div>
  )
}

function Outcome({ restored, isAway }: { restored: Restored; isAway: boolean }) {
  const { step, name, ended, backup, kept, problem } = restored
  if (ended === null)
    return (
      <Notice kind="warn" title={t('The backup {name} is being restored.', { name })}>
        {isAway || step === 'replacing'
          ? t('The server does not answer for a moment. This page goes on by itself.')
          : step === 'preparing'
            ? t('It is checked and prepared. Everyone can still work.')
            : t('What is there now is backed up. Everyone can still work.')}
      </Notice>
    )
  if (step === 'failed')
    return (
      <Notice kind="bad" title={t('The backup {name} could not be restored.', { name })}>
        <p>{problem}</p>
        <p>{t('The server goes on with what it had.')}</p>
      </Notice>
    )
  return (
    <Notice kind="good" title={t('The backup {name} was restored.', { name })}>
      {momentText(ended)}.{' '}
      {backup === ''
        ? t('What was there before is kept in {path}.', { path: kept })
        : t('What was there before is kept in {path}, and in the backup {backup}.', { path: kept, backup })}
    </Notice>
  )
}
