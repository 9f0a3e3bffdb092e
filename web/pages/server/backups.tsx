import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { refresh } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { RestoreByCommand, RestoreDialog } from './restore.tsx'
import { bytesText } from './words.ts'

type State = AnswerOf<'GET /api/console/server'>
type Backup = NonNullable<State['backups']>['newest'][number]

const setting = 'CLOCKHOUSE_BACKUP_DIR'
const bucket = 's3://backups/clockhouse'

/** So many backups are shown at first. */
const shownFirst = 5

/** The backups of the server, and a button to make one. */
export function Backups({ backups, database, restored }: State) {
  const [making, setMaking] = useState(false)
  const make = async () => {
    setMaking(true)
    await ask('POST', '/api/console/server/backups').then(tell, toastError)
    await refresh()
    setMaking(false)
  }
  if (!backups) return <NoBackups />
  const { place, every_hours, keep, running, newest, may_restore } = backups
  const restoring = restored !== null && restored.ended === null
  return (
    <Card
      title={t('Backups')}
      actions={
        <Button
          icon={<DatabaseBackup size={18} aria-hidden="true" />}
          busy={making || running}
          disabled={restoring}
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
        <Listed backups={newest} ways={{ may_restore, isPostgres: database === 'postgres', restoring }} />
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

/** How a backup can be restored here. */
type Ways = { may_restore: boolean; isPostgres: boolean; restoring: boolean }

function Listed({ backups, ways }: { backups: readonly Backup[]; ways: Ways }) {
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
            {(!ways.may_restore || backup.state === 'verified') && (
              <Button disabled={ways.restoring} onClick={() => setChosen(backup)}>
                {t('Restore…')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!all && backups.length > shownFirst && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t('Show {count} more', { count: backups.length - shownFirst })}
        </Button>
      )}
      {chosen &&
        (ways.may_restore ? (
          <RestoreDialog backup={chosen} onClose={() => setChosen(undefined)} />
        ) : (
          <RestoreByCommand backup={chosen} isPostgres={ways.isPostgres} onClose={() => setChosen(undefined)} />
        ))}
    </>
  )
}

/** Whether a backup can be relied on. */
function Badge({ state, problem }: Backup) {
  if (state === 'damaged') return <span className="badge bad">{t('Damaged')}</span>
  if (problem) return <span className="badge warn">{t('Of a damaged database')}</span>
  return <span className="badge good">{t('Checked')}</span>
}
