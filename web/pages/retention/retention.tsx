import './retention.css'
import { useState } from 'react'
import { retentionKinds } from '../../../src/rules/settings/retention.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { SelectField } from '../../components/fields/field.tsx'
import { Card, Loaded, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { Holds } from './holds.tsx'
import { lengthsOf, lengthText } from './lengths.ts'

type Kept = AnswerOf<'GET /api/console/retention'>['kinds'][number]

/** How long records are kept, and legal holds. */
export default function RetentionPage() {
  const found = useAnswer('setup', '/api/console/retention')
  return (
    <Page
      title={t('Retention')}
      about={t('How long records are kept. Older ones are permanently deleted. The audit is always kept.')}
    >
      <Card title={t('How long records are kept')}>
        <Loaded of={found} skeleton={<Skeleton lines={Object.keys(retentionKinds).length} height={76} />}>
          {({ country, kinds }) => (
            <>
              {country === '' && (
                <Notice>{t('The company’s country is not set, so the strictest known law applies.')}</Notice>
              )}
              <ul className="rows retention-rows">
                {kinds.map((kept) => (
                  <KindRow key={kept.kind} kept={kept} />
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </Card>
      <Holds />
    </Page>
  )
}

function KindRow({ kept }: { kept: Kept }) {
  const { kind, days, least_days, law } = kept
  const { label, about } = retentionKinds[kind]
  const [wanted, setWanted] = useState<number>()
  return (
    <li>
      <div>
        <strong>{t(label)}</strong>
        <p className="quiet">{t(about)}</p>
        {law && (
          <p className="quiet">{t('By law at least {length}: {law}', { length: lengthText(least_days), law })}</p>
        )}
      </div>
      <SelectField
        label={t('Kept')}
        aria-label={t('Kept: {kind}', { kind: t(label) })}
        value={wanted ?? days}
        onChange={({ target }) => setWanted(Number(target.value))}
      >
        {lengthsOf(kind, kept).map((length) => (
          <option key={length} value={length}>
            {lengthText(length)}
          </option>
        ))}
      </SelectField>
      {wanted !== undefined && wanted !== days && (
        <Change kept={kept} days={wanted} onClose={() => setWanted(undefined)} />
      )}
    </li>
  )
}

/** Says what a choice would delete, and applies it. */
function Change({ kept: { kind }, days, onClose }: { kept: Kept; days: number; onClose: () => void }) {
  const preview = useAnswer('setup', '/api/console/retention/preview', { kind, days })
  const name = t(retentionKinds[kind].label)
  const run = async () => {
    await ask('PUT', '/api/console/retention', { body: { kind, days } })
    toast(t('Saved.'))
  }
  return (
    <ActionDialog
      title={t('{kind}: {length}', { kind: name, length: lengthText(days) })}
      label={t('Save')}
      run={run}
      disabled={preview.data === undefined}
      onClose={onClose}
    >
      <Loaded of={preview}>
        {({ before, count }) => (
          <p>
            {before === null
              ? t('Nothing is deleted.')
              : t(
                  'Starting tomorrow, records from before {date} are permanently deleted; right now, that is {count, plural, one {# record} other {# records}}. Records under a legal hold stay.',
                  { date: dateText(before, { dateStyle: 'medium' }), count },
                )}
          </p>
        )}
      </Loaded>
    </ActionDialog>
  )
}
