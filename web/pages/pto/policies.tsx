import { ChevronRight, Palmtree, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAnswer, useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { KindDialog } from './kind_dialog.tsx'
import { PolicyDialog } from './policy_dialog.tsx'
import './pto.css'
import { PtoSections } from './sections.tsx'
import { type Policy, policyText } from './words.ts'

type Kind = Records['jobcodes']
type Open = { kind: Kind; policy: Policy | undefined } | 'kind'

/** How each kind of paid time off accrues. */
export function Policies() {
  const kinds = useRecords('jobcodes', { type: 'pto', active: 'yes' })
  const answer = useAnswer('setup', '/api/console/pto_policies')
  const [open, setOpen] = useState<Open>()
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setOpen('kind')}>
      {t('Add a type')}
    </Button>
  )
  return (
    <Page
      title={t('Time off policies')}
      about={t('How paid time off accrues: for everyone, with exceptions for groups and people.')}
      actions={add}
    >
      <PtoSections />
      <Loaded of={kinds} skeleton={<Skeleton lines={3} height={120} />}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <Empty icon={<Palmtree size={40} aria-hidden="true" />} title={t('No paid time off yet')} action={add}>
                {t('Add a type such as Vacation, then set how it accrues.')}
              </Empty>
            </Card>
          ) : (
            <div className="pto-kinds">
              {all.map((kind) => (
                <KindCard
                  key={kind.id}
                  kind={kind}
                  policies={answer.data?.policies.filter(({ jobcode_id }) => jobcode_id === kind.id)}
                  onOpen={(policy) => setOpen({ kind, policy })}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {open === 'kind' && <KindDialog onClose={() => setOpen(undefined)} />}
      {open && open !== 'kind' && (
        <PolicyDialog
          {...open}
          others={answer.data?.policies.filter(({ jobcode_id }) => jobcode_id === open.kind.id) ?? []}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  )
}

function KindCard({
  kind,
  policies,
  onOpen,
}: {
  kind: Kind
  policies: readonly Policy[] | undefined
  onOpen: (policy: Policy | undefined) => void
}) {
  const hours = useHours()
  const whose = useWhose()
  return (
    <Card title={kind.name}>
      {policies === undefined && <Skeleton lines={1} />}
      {policies?.length === 0 && (
        <p className="quiet">{t('Doesn’t accrue. Balances change only when you correct them.')}</p>
      )}
      {policies && policies.length > 0 && (
        <ul className="pto-policies">
          {policies.map((policy) => (
            <li key={`${policy.for} ${policy.id}`}>
              <button type="button" onClick={() => onOpen(policy)}>
                <strong>{whose(policy)}</strong>
                <span>{policyText(policy, hours)}</span>
                <ChevronRight size={18} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => onOpen(undefined)}>
          {policies?.some((policy) => policy.for === 'company') ? t('Add an exception') : t('Add a policy')}
        </Button>
      </div>
    </Card>
  )
}

/** The name of the company, group or person that a policy applies to. */
function useWhose(): (policy: Policy) => string {
  const groups = useRecords('groups', { active: 'both' })
  const users = useRecords('users', { active: 'both' })
  return (policy) => {
    if (policy.for === 'company') return t('Everyone')
    if (policy.for === 'group') return groups.data?.find(({ id }) => id === policy.id)?.name ?? t('A group')
    const user = users.data?.find(({ id }) => id === policy.id)
    return user ? nameOf(user) : t('A person')
  }
}
