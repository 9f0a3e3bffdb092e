import { type FormEvent, useState } from 'react'
import { ask, type Sent } from '../../../api/request.ts'
import { edited } from '../../../components/dialogs/as_pressed.ts'
import { toast } from '../../../components/dialogs/toast.ts'
import { useJobs } from '../../../components/jobs/jobs.ts'
import { useHours } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { useShownChange } from '../change.ts'
import { draftOf, newDraft } from '../entry/draft.ts'
import { useNeighbors } from '../entry/neighbors.ts'
import type { Owner } from '../week/owner.ts'
import type { Sheet } from '../week/week.ts'
import { type ProposalDraft, type ProposalProblems, type ProposedAction, proposalIn } from './proposal_form.ts'

/** The props of a correction's form: the entry, or the day of a forgotten one. */
export type ProposalProps = {
  owner: Owner
  sheet: Sheet | undefined
  date: string
  onClose: () => void
  /** Opens another entry in its place. */
  onOpen: (sheet: Sheet) => void
}

/** The state of a correction's form. */
export type ProposalInForm = ReturnType<typeof useProposal>

/** Holds the form of a correction, and proposes it. */
export function useProposal({ owner, sheet, date, onClose }: Omit<ProposalProps, 'onOpen'>) {
  const hours = useHours()
  const { breaks } = useJobs(owner.user.id)
  const [draft, setDraft] = useState<ProposalDraft>(() => ({
    ...(sheet ? draftOf(sheet, hours) : newDraft({ date })),
    pause: undefined,
  }))
  const [action, setAction] = useState<ProposedAction>(sheet ? 'change' : 'add')
  const [problems, setProblems] = useState<ProposalProblems>({})
  const zone = sheet?.tz_str || owner.rules.zone
  const sending = useShownChange(async (body: Body, sent) => {
    await send(body, sent)
    toast(t('Sent to your approver.'))
  })
  const { clash, splits } = useNeighbors(owner, draft, sheet, zone, sending)
  const overlap = action === 'delete' ? {} : { clash, splits }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = proposalIn(draft, sheet, action, zone)
    if ('problems' in read) return setProblems(read.problems)
    setProblems({})
    if (overlap.clash) return
    sending.mutate(read.body, {
      onSuccess: onClose,
      onError: ({ message }) => setProblems({ general: message }),
    })
  }
  return {
    owner,
    sheet,
    zone,
    draft,
    change: (part: Partial<ProposalDraft>) => {
      setDraft((before) => ({ ...before, ...part }))
      edited(sending)
      setProblems({})
    },
    action,
    setAction,
    problems,
    /** The entry that the proposed times overlap, or from which a break would be taken. */
    overlap,
    /** The breaks that the company offers. */
    breaks,
    submit,
    sending: sending.isPending,
  }
}

type Body = Extract<ReturnType<typeof proposalIn>, { body: unknown }>['body']

function send(body: Body, sent: Sent) {
  return ask('POST', '/api/console/corrections', { body, sent })
}
