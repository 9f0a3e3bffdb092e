import { Plus, SearchCheck } from 'lucide-react'
import { useState } from 'react'
import { localDate } from '../../../src/rules/time/calendar.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { Secrets } from '../../components/dialogs/secrets.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { dateText, instant, momentText } from '../../time.ts'
import { AddInspector, type Let } from './add.tsx'

type Inspector = AnswerOf<'GET /api/console/inspectors'>['inspectors'][number]

/** People from outside who look at the company's records. */
export default function InspectorsPage() {
  const found = useAnswer('setup', '/api/console/inspectors')
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<Let>()
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('Add inspector')}
    </Button>
  )
  return (
    <Page
      title={t('Inspectors')}
      about={t(
        'Labor inspectors, auditors and accountants read time, its history, reports and exports until a date, and nothing else. The audit shows what they looked at.',
      )}
      actions={add}
    >
      <Card>
        <Loaded of={found}>
          {({ inspectors }) =>
            inspectors.length === 0 ? (
              <Empty icon={<SearchCheck size={40} aria-hidden="true" />} title={t('No inspectors')} action={add}>
                {t('Pay rates, messages, locations, settings and the audit stay hidden from them.')}
              </Empty>
            ) : (
              <ul className="rows">
                {inspectors.map((inspector) => (
                  <InspectorRow key={inspector.id} inspector={inspector} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      {adding && <AddInspector onClose={() => setAdding(false)} onMade={setMade} />}
      {made && <NewLink made={made} onClose={() => setMade(undefined)} />}
    </Page>
  )
}

/** The link, which is shown only once. */
function NewLink({ made: { username, link }, onClose }: { made: Let; onClose: () => void }) {
  return (
    <Secrets
      title={t('The inspector’s link')}
      about={t('Send it to the inspector. It sets a password, works once, and is valid for 7 days.')}
      values={[
        { name: t('Link'), value: link },
        { name: t('Username'), value: username },
      ]}
      onClose={onClose}
    />
  )
}

const long = { dateStyle: 'medium' } as const

function InspectorRow({ inspector }: { inspector: Inspector }) {
  const { id, name, username, authority, ends, ended, records_from, records_to, group_ids } = inspector
  const groups = useRecords('groups', { active: 'both' })
  const [sure, setSure] = useState(false)
  const { zone } = useMe()
  const lastDay = localDate(instant(ends) - 1, zone)
  const named = group_ids.map((id) => groups.data?.find((group) => group.id === id)?.name ?? String(id))
  const run = async () => {
    await ask('POST', '/api/console/inspectors/{id}/end', { params: { id } })
    toast(t('Access ended.'))
  }
  const facts = [
    username,
    ...(records_from ? [t('From {date}', { date: dateText(records_from, long) })] : []),
    ...(records_to ? [t('Until {date}', { date: dateText(records_to, long) })] : []),
    ...named,
  ]
  return (
    <li>
      <div>
        <strong>{name}</strong>{' '}
        <span className={`badge ${ended ? '' : 'good'}`}>
          {ended
            ? t('Ended {time}', { time: momentText(ended) })
            : t('Access until {date}', { date: dateText(lastDay, long) })}
        </span>
        <p>{authority}</p>
        <p className="quiet">{facts.join(' · ')}</p>
      </div>
      {!ended && <Button onClick={() => setSure(true)}>{t('End access')}</Button>}
      {sure && (
        <ActionDialog
          title={t('End the access of {name}?', { name })}
          label={t('End access')}
          run={run}
          onClose={() => setSure(false)}
        >
          <p>{t('They are signed out at once and archived.')}</p>
        </ActionDialog>
      )}
    </li>
  )
}
