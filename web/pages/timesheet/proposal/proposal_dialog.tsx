import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { Check, SelectField, TextArea, TextField } from '../../../components/fields/field.tsx'
import { useShownProblems } from '../../../components/fields/shown_problems.ts'
import { TimeField } from '../../../components/fields/time_field.tsx'
import { JobPicker } from '../../../components/jobs/job_picker.tsx'
import { Segments } from '../../../components/listing/segments.tsx'
import { Button } from '../../../components/page/button.tsx'
import { Notice } from '../../../components/page/page.tsx'
import { t } from '../../../language.ts'
import { Clash } from '../entry/clash.tsx'
import { HoursFields, TimesFields } from '../entry/times.tsx'
import { useRounding } from '../grid/use_rounding.ts'
import { type ProposalInForm, type ProposalProps, useProposal } from './use_proposal.ts'

type Part = { proposal: ProposalInForm }

/** Proposes a correction of one's own time. */
export function ProposalDialog(props: ProposalProps) {
  const proposal = useProposal(props)
  const { sheet, draft, change, problems, action } = proposal
  const form = useShownProblems(problems)
  return (
    <Dialog
      title={sheet ? t('Propose a change') : t('Propose missing time')}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form="timesheet-proposal" busy={proposal.sending}>
            {t('Send')}
          </Button>
        </>
      }
    >
      <form ref={form} id="timesheet-proposal" className="form" noValidate onSubmit={proposal.submit}>
        {problems.general && <Notice kind="bad">{problems.general}</Notice>}
        <p className="quiet">{t('Your approver decides. Nothing changes until then.')}</p>
        {sheet && (
          <Segments
            label={t('What to propose')}
            value={action}
            options={[
              { value: 'change', text: t('Change it') },
              { value: 'delete', text: t('Delete it') },
            ]}
            onChange={proposal.setAction}
          />
        )}
        {action !== 'delete' && <Values proposal={proposal} />}
        <Overlap proposal={proposal} onOpen={props.onOpen} />
        <TextField
          label={t('What happened?')}
          placeholder={t('Forgot to clock out')}
          maxLength={255}
          value={draft.reason}
          error={problems.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      </form>
    </Dialog>
  )
}

function Values({ proposal }: Part) {
  const { owner, sheet, zone, draft, change, problems } = proposal
  const rounding = useRounding(owner, draft)
  return (
    <>
      <JobPicker
        value={draft.jobId}
        onChange={(jobId) => change({ jobId })}
        userId={owner.user.id}
        also={draft.kind === 'regular' ? ['paid_break', 'unpaid_break'] : []}
        allowNone={sheet?.jobcode_id === 0}
        error={problems.job}
      />
      {draft.kind === 'manual' ? (
        <HoursFields draft={draft} onChange={change} problems={problems} rounding={rounding} />
      ) : (
        <TimesFields
          draft={draft}
          onChange={change}
          problems={problems}
          zone={zone}
          known={sheet}
          fixed={false}
          besideZone={undefined}
          rounding={rounding}
        />
      )}
      {draft.kind === 'regular' && <Pause proposal={proposal} />}
      <TextArea
        label={t('Notes')}
        rows={2}
        maxLength={4000}
        value={draft.notes}
        onChange={({ target }) => change({ notes: target.value })}
      />
    </>
  )
}

function Overlap({ proposal: { owner, overlap }, onOpen }: Part & Pick<ProposalProps, 'onOpen'>) {
  const { clash, splits } = overlap
  if (clash) return <Clash owner={owner} other={clash} onOpen={onOpen} />
  return splits && <Clash owner={owner} other={splits} split onOpen={onOpen} />
}

/** A break that was taken and not recorded. */
function Pause({ proposal: { draft, change, breaks, problems } }: Part) {
  const { pause } = draft
  const first = breaks[0]
  if (!first) return null
  const set = (part: Partial<NonNullable<typeof pause>>) => pause && change({ pause: { ...pause, ...part } })
  return (
    <>
      <Check
        label={t('I took a break that wasn’t recorded')}
        checked={pause !== undefined}
        onChange={({ target }) =>
          change({ pause: target.checked ? { jobId: first.id, start: '', end: '' } : undefined })
        }
      />
      {pause && (
        <div className="form-row">
          <SelectField
            label={t('Break')}
            value={pause.jobId}
            onChange={({ target }) => set({ jobId: Number(target.value) })}
          >
            {breaks.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TimeField
            label={t('Break start')}
            value={pause.start}
            after={draft.span.start}
            error={problems.pause}
            onChange={(start) => set({ start })}
          />
          <TimeField label={t('Break end')} value={pause.end} after={pause.start} onChange={(end) => set({ end })} />
        </div>
      )}
    </>
  )
}
