import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../../api/start.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { CustomFields } from '../../../components/fields/custom_fields.tsx'
import { TextArea, TextField } from '../../../components/fields/field.tsx'
import { useShownProblems } from '../../../components/fields/shown_problems.ts'
import { JobPicker } from '../../../components/jobs/job_picker.tsx'
import { useJobs } from '../../../components/jobs/jobs.ts'
import { Segments } from '../../../components/listing/segments.tsx'
import { EntryPlaces } from '../../../components/map/entry_places.tsx'
import { Button } from '../../../components/page/button.tsx'
import { Notice } from '../../../components/page/page.tsx'
import { t } from '../../../language.ts'
import { zoneName } from '../../../time.ts'
import { ContinueButton } from '../continue_button.tsx'
import { useRounding } from '../grid/use_rounding.ts'
import type { Sheet } from '../week/week.ts'
import { Clash } from './clash.tsx'
import { ClosedAlready } from './closed_already.tsx'
import { HistoryButton } from './history.tsx'
import { Pictures } from './pictures.tsx'
import { HoursFields, TimesFields } from './times.tsx'
import { type EntryInForm, type EntryProps, useEntry } from './use_entry.ts'

type Part = { entry: EntryInForm }

/** The form of an entry, new or existing. `onOpen` opens another entry in its place. */
export function EntryForm({
  onOpen,
  onContinue,
  ...props
}: EntryProps & { onOpen: (sheet: Sheet) => void; onContinue?: (() => void) | undefined }) {
  const entry = useEntry(props)
  const { owner, sheet, draft, change, problems, closedAlready, needsReason } = entry
  const form = useShownProblems(problems)
  return (
    <Dialog
      title={sheet ? (sheet.on_the_clock ? t('On the clock') : t('Edit time')) : t('Add time')}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form="timesheet-entry" busy={entry.saving} disabled={!entry.ready}>
            {sheet ? t('Save') : t('Add')}
          </Button>
        </>
      }
    >
      <form ref={form} id="timesheet-entry" className="form" noValidate onSubmit={entry.submit}>
        {!owner.isMe && <p className="quiet">{t('Time for {name}', { name: owner.name })}</p>}
        {problems.general && <Notice kind="bad">{problems.general}</Notice>}
        <Kind entry={entry} />
        <Job entry={entry} />
        <Times entry={entry} />
        <Overlap entry={entry} onOpen={onOpen} />
        {closedAlready && <ClosedAlready {...closedAlready} userId={owner.user.id} />}
        {needsReason && (
          <TextField
            label={t('Reason for the change')}
            maxLength={255}
            value={draft.reason}
            error={problems.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        )}
        <CustomFields
          fields={entry.fields}
          values={draft.values}
          onChange={(values) => change({ values })}
          problems={problems.fields ?? {}}
        />
        {entry.hasNotes && (
          <TextArea
            label={t('Notes')}
            rows={2}
            maxLength={4000}
            value={draft.notes}
            error={problems.notes}
            onChange={(event) => change({ notes: event.target.value })}
          />
        )}
        <Pictures files={draft.files} onChange={(files) => change({ files })} />
        {sheet && <EntryPlaces sheetId={sheet.id} zone={entry.owner.rules.zone} />}
        {sheet && <More entry={entry} sheet={sheet} onContinue={onContinue} />}
      </form>
    </Dialog>
  )
}

function Kind({ entry: { owner, sheet, draft, change } }: Part) {
  if (sheet || !owner.rights.mayTimes || !owner.rights.mayHours) return null
  return (
    <Segments
      label={t('Entry type')}
      value={draft.kind}
      options={[
        { value: 'regular', text: t('Start and end times') },
        { value: 'manual', text: t('Duration') },
      ]}
      onChange={(kind) => change({ kind })}
    />
  )
}

function Job({ entry: { owner, sheet, draft, change, problems } }: Part) {
  const jobs = useJobs(owner.user.id)
  return (
    <JobPicker
      value={draft.jobId}
      onChange={(jobId) => change({ jobId })}
      userId={owner.user.id}
      also={[
        ...(draft.kind === 'regular' ? (['paid_break', 'unpaid_break'] as const) : []),
        ...(owner.rights.mayTimeOff ? (['pto', 'unpaid_time_off'] as const) : []),
      ]}
      allowNone={sheet?.jobcode_id === 0 || jobs.tree.length === 0}
      error={problems.job}
    />
  )
}

function Times({ entry: { owner, sheet, draft, change, problems, zone, fixedTimes } }: Part) {
  const me = useMe()
  const rounding = useRounding(owner, draft)
  if (draft.kind === 'manual')
    return <HoursFields draft={draft} onChange={change} problems={problems} rounding={rounding} />
  const besideZone = t('{name} is in {place} ({zone}).', {
    name: owner.name,
    place: zone.replaceAll('_', ' '),
    zone: zoneName(zone),
  })
  return (
    <TimesFields
      draft={draft}
      onChange={change}
      problems={problems}
      zone={zone}
      known={sheet}
      fixed={fixedTimes}
      besideZone={zone === me.zone ? undefined : besideZone}
      rounding={rounding}
    />
  )
}

function Overlap({ entry: { owner, clash, splits }, onOpen }: Part & { onOpen: (sheet: Sheet) => void }) {
  if (clash) return <Clash owner={owner} other={clash} onOpen={onOpen} />
  return splits && <Clash owner={owner} other={splits} split onOpen={onOpen} />
}

/**
 * The entry's history, and a button to delete it. Pictures cannot be restored, so deleting them takes a second click.
 */
function More({
  entry: { owner, fixedTimes, remove, removing },
  sheet,
  onContinue,
}: Part & { sheet: Sheet; onContinue: (() => void) | undefined }) {
  const [picturesLost, setPicturesLost] = useState(false)
  const deleteAll = (
    <Button kind="danger" busy={removing} onClick={remove}>
      {t('Delete entry and pictures')}
    </Button>
  )
  const deleteIt = (
    <Button
      kind="quiet"
      icon={<Trash2 size={18} aria-hidden="true" />}
      busy={removing}
      onClick={sheet.attached_files.length > 0 ? () => setPicturesLost(true) : remove}
    >
      {t('Delete')}
    </Button>
  )
  return (
    <div className="timesheet-entry-more">
      <HistoryButton sheet={sheet} owner={owner} />
      {onContinue && <ContinueButton onClick={onContinue} />}
      {!fixedTimes && (picturesLost ? deleteAll : deleteIt)}
    </div>
  )
}
