import './corrections.css'
import { PencilLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { t } from '../../language.ts'
import { toast, toastError } from '../dialogs/toast.ts'
import { TextField } from '../fields/field.tsx'
import { useJobs } from '../jobs/jobs.ts'
import { Button } from '../page/button.tsx'
import { useHours, useTwelve } from '../time/hours.ts'
import { type Correction, linesOf, titleOf } from './lines.ts'

/** A correction that a person proposes: the current and the proposed values, the reason, and the available actions. */
function Shown({ correction, zone, children }: { correction: Correction; zone: string; children: ReactNode }) {
  const { pathOf } = useJobs(correction.user_id)
  const words = { pathOf, hours: useHours(), twelve: useTwelve(), zone: correction.entry?.zone ?? zone }
  return (
    <li className="correction">
      <PencilLine size={16} aria-hidden="true" />
      <div className="correction-what">
        <strong>{titleOf(correction, words)}</strong>
        {linesOf(correction, words).map(({ label, before, after }) => (
          <span key={label}>
            {label}: {before && <del>{before}</del>} <ins>{after}</ins>
          </span>
        ))}
        <span className="quiet">{t('“{text}”', { text: correction.reason })}</span>
      </div>
      {children}
    </li>
  )
}

/** The corrections of a person that are waiting for the user's decision. */
export function CorrectionsToDecide({ corrections, zone }: { corrections: readonly Correction[]; zone: string }) {
  if (corrections.length === 0) return null
  return (
    <ul className="corrections" aria-label={t('Proposed corrections')}>
      {corrections.map((correction) => (
        <ToDecide key={correction.id} correction={correction} zone={zone} />
      ))}
    </ul>
  )
}

function ToDecide({ correction, zone }: { correction: Correction; zone: string }) {
  const { id, name } = correction
  const [message, setMessage] = useState('')
  const deciding = useChange((decision: 'accept' | 'decline') =>
    ask('POST', '/api/console/corrections/{id}/decision', { params: { id }, body: { decision, message } }),
  )
  const decide = (decision: 'accept' | 'decline') =>
    deciding.mutate(decision, {
      onSuccess: ({ status }) => toast(`${t(decided[status])} ${t('{name} has been told.', { name })}`),
      onError: (error) => toastError(error.message),
    })
  return (
    <Shown correction={correction} zone={zone}>
      <div className="correction-decision">
        <TextField
          label={t('Message (optional)')}
          maxLength={1000}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
        <div className="actions">
          <Button
            aria-label={t('Decline {name}’s correction', { name })}
            busy={deciding.isPending}
            onClick={() => decide('decline')}
          >
            {t('Decline')}
          </Button>
          <Button
            kind="primary"
            aria-label={t('Accept {name}’s correction', { name })}
            busy={deciding.isPending}
            onClick={() => decide('accept')}
          >
            {t('Accept')}
          </Button>
        </div>
      </div>
    </Shown>
  )
}

/** The user's own corrections, with their state. Pending ones can be withdrawn. */
export function OwnCorrections({ corrections, zone }: { corrections: readonly Correction[]; zone: string }) {
  const withdrawing = useChange((id: number) => ask('DELETE', '/api/console/corrections/{id}', { params: { id } }))
  if (corrections.length === 0) return null
  return (
    <ul className="corrections no-print" aria-label={t('Proposed corrections')}>
      {corrections.map((correction) => (
        <Shown key={correction.id} correction={correction} zone={zone}>
          <div className="correction-state">
            <span className={`badge ${kinds[correction.status]}`}>{t(words[correction.status])}</span>
            {correction.message && <span>{correction.message}</span>}
            {correction.status === 'pending' && (
              <Button
                busy={withdrawing.isPending}
                onClick={() =>
                  withdrawing.mutate(correction.id, { onSuccess: () => toast(t('Withdrawn.')), onError: toastError })
                }
              >
                {t('Withdraw')}
              </Button>
            )}
          </div>
        </Shown>
      ))}
    </ul>
  )
}

const decided = { accepted: msg('Correction accepted.'), declined: msg('Correction declined.') }
const words = {
  pending: msg('Pending@@correction'),
  accepted: msg('Accepted@@correction'),
  declined: msg('Declined@@correction'),
  withdrawn: msg('Withdrawn@@correction'),
}
const kinds = { pending: 'info', accepted: 'good', declined: '', withdrawn: '' }
