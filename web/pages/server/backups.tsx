import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { refresh } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Code } from '../../components/page/code.tsx'
import { Copy } from '../../components/page/copy.tsx'
import { Card } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { bytesText } from './words.ts'

type State = AnswerOf<'GET /api/console/server'>
type Backup = NonNullable<State['backups']>['newest'][number]

const setting = 'CLOCKHOUSE_BACKUP_DIR'
const bucket = 's3://backups/clockhouse'

/** So many backups are shown at first. */
const shownFirst = 5

/** The backups of the server, and a button to make one. */
export function Backups({ backups, database }: State) {
  const [making, setMaking] = useState(false)
  const make = async () => {
    setMaking(true)
    await ask('POST', '/api/console/server/backups').then(tell, toastError)
    await refresh()
    setMaking(false)
  }
  if (!backups) return <NoBackups />
  const { place, every_hours, keep, running, newest } = backups
  return (
    <Card
      title={t('Backups')}
      actions={
        <Button
          icon={<DatabaseBackup size={18} aria-hidden="true" />}
          busy={making || running}
          onClick={() => void make()}
        >
          {making || running ? t('Making a backup…') : t('Back up now')}
        </Button>
      }
    >
      <p className="quiet">
        <code>{place}</code> ·{' '}
        {t('{hours, plural, one {Every hour} other {Every # hours}}; the last {count} are kept.', {
          hours: every_hours,
          count: keep,
        })}
      </p>
      {newest.length === 0 ? (
        <p>{t('There is no backup yet.')}</p>
      ) : (
        <Listed backups={newest} isPostgres={database === 'postgres'} />
      )}
    </Card>
  )
}

function tell({ state, problem }: AnswerOf<'POST /api/console/server/backups'>): void {
  if (state === 'running') toast(t('The backup takes a while. It appears here when it is done.'))
  else if (state === 'failed') toastError(t('The backup could not be made: {problem}', { problem }))
  else if (problem) toastError(t('A backup was made, but the database is damaged: {problem}', { problem }))
  else toast(t('The backup was made and checked.'))
}

function NoBackups() {
  return (
    <Card title={t('Backups')}>
      <p className="quiet">
        {rich(
          t(
            'Set <setting/> to a folder on another disk, or to a bucket such as <bucket/>, and restart the server. It then makes a backup every day.',
          ),
          { setting: () => <code>{setting}</code>, bucket: () => <code>{bucket}</code> },
        )}
      </p>
    </Card>
  )
}

function Listed({ backups, isPostgres }: { backups: readonly Backup[]; isPostgres: boolean }) {
  const [all, setAll] = useState(false)
  const [chosen, setChosen] = useState<Backup>()
  return (
    <>
      <ul className="rows server-backups" aria-label={t('Backups')}>
        {backups.slice(0, all ? undefined : shownFirst).map((backup) => (
          <li key={backup.name}>
            <span className="two-lines">
              <strong>{momentText(backup.made)}</strong>
              <small>{backup.problem || backup.name}</small>
            </span>
            <span className="number">{bytesText(backup.bytes)}</span>
            <Badge {...backup} />
            <Button onClick={() => setChosen(backup)}>{t('Restore…')}</Button>
          </li>
        ))}
      </ul>
      {!all && backups.length > shownFirst && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t('Show {count} more', { count: backups.length - shownFirst })}
        </Button>
      )}
      {chosen && <Restore backup={chosen} isPostgres={isPostgres} onClose={() => setChosen(undefined)} />}
    </>
  )
}

/** Whether a backup can be relied on. */
function Badge({ state, problem }: Backup) {
  if (state === 'damaged') return <span className="badge bad">{t('Damaged')}</span>
  if (problem) return <span className="badge warn">{t('Of a damaged database')}</span>
  return <span className="badge good">{t('Checked')}</span>
}

/** How a backup is restored. The server cannot do it, because it must not run meanwhile. */
function Restore({ backup, isPostgres, onClose }: { backup: Backup; isPostgres: boolean; onClose: () => void }) {
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
