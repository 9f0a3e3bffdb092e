import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Item, list } from '../../api/records.ts'
import { useMe } from '../../api/start.tsx'
import { Button } from '../../parts/button.tsx'
import { CustomFields, fieldProblems, shownValues, useCustomFields } from '../../parts/custom_fields.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/field.tsx'
import { useHours } from '../../parts/hours.ts'
import { JobPicker } from '../../parts/job_picker.tsx'
import { useJobs } from '../../parts/jobs.ts'
import { Notice } from '../../parts/page.tsx'
import { Segments } from '../../parts/segments.tsx'
import { zoneName } from '../../time.ts'
import { useShownChange } from './change.ts'
import { Clash, useNeighbours } from './clash.tsx'
import { changesTo, type Draft, draftOf, newDraft, type Place, type Problems, placed, timesIn } from './draft.ts'
import { HistoryButton } from './history.tsx'
import type { Owner } from './owner.ts'
import { Pictures } from './pictures.tsx'
import { addEntry, changeEntry, deleteEntry } from './save.ts'
import { closedText } from './text.ts'
import { HoursFields, TimesFields } from './times.tsx'
import type { Closed, Sheet } from './week.ts'

/** The form of an entry. With `fixedTimes` only what stands beside the times can be changed. */
export function EntryForm({
  owner,
  sheet,
  place,
  fixedTimes,
  closed,
  onClose,
  onOpen,
}: {
  owner: Owner
  sheet: Sheet | undefined
  place: Place
  fixedTimes: boolean
  closed: (date: string) => Closed
  onClose: () => void
  onOpen: (sheet: Sheet) => void
}) {
  const { user, rules, rights } = owner
  const me = useMe()
  const hours = useHours()
  const jobs = useJobs(user.id)
  const [draft, setDraft] = useState<Draft>(() => (sheet ? draftOf(sheet, hours) : newDraft(place)))
  const [problems, setProblems] = useState<Problems>({})
  const [picturesLost, setPicturesLost] = useState(false)
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setProblems({})
  }
  const zone = sheet?.tz_str || rules.zone
  const neighbours = useNeighbours(owner, draft, sheet, zone)
  const { fields, ready } = useCustomFields({ jobId: draft.jobId, userId: user.id, values: draft.values })
  const save = useShownChange((item: Item) => (sheet ? changeEntry(sheet, item) : addEntry(item)))
  const drop = useShownChange(() => deleteEntry(sheet!))
  const general = rules.settings.general ?? {}
  const hasNotes = Number(general.enable_timesheet_notes ?? 1) === 1 || draft.notes !== ''
  const closedDay = draft.span.date === '' ? undefined : closed(draft.span.date)

  const refuse = async (message: string) => {
    const found = placed(message)
    setProblems(found)
    // What is in the way may lie in another week.
    if (found.clash === undefined || neighbours.known.some(({ id }) => id === found.clash)) return
    const [other] = await list('timesheets', { ids: [found.clash], on_the_clock: 'both' })
    if (other) neighbours.remember(other)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found: Problems = {}
    if (draft.jobId === undefined) found.job = 'Choose what the time was for.'
    const read = timesIn(draft, zone, sheet)
    if ('problems' in read && !fixedTimes) Object.assign(found, read.problems)
    if (closedDay && !rights.passesClosed) found.date = closedText(closedDay, owner)
    const missing = fieldProblems(fields, draft.values)
    if (Object.keys(missing).length > 0) found.fields = missing
    if (Number(general.timesheet_notes_required) === 1 && hasNotes && draft.notes.trim() === '')
      found.notes = 'Write what was done. Your company asks for it.'
    setProblems(found)
    if (Object.keys(found).length > 0 || neighbours.clash || draft.jobId === undefined) return
    const item: Item = {
      ...('times' in read && !fixedTimes ? read.times : {}),
      jobcode_id: draft.jobId,
      notes: draft.notes.trim(),
      customfields: shownValues(fields, draft.values),
      attached_files: draft.files,
    }
    const sent = sheet ? changesTo(sheet, item) : { user_id: user.id, type: draft.kind, ...item }
    if (sheet && Object.keys(sent).length === 0) return onClose()
    save.mutate(sent, { onSuccess: onClose, onError: ({ message }) => void refuse(message) })
  }
  const deletes = () =>
    drop.mutate(undefined, { onSuccess: onClose, onError: ({ message }) => setProblems(placed(message)) })
  const clash = neighbours.clash ?? neighbours.known.find(({ id }) => id === problems.clash)

  return (
    <Dialog
      title={sheet ? (sheet.on_the_clock ? 'On the clock' : 'Change time') : 'Add time'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="timesheet-entry" busy={save.isPending} disabled={!ready}>
            {sheet ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form id="timesheet-entry" className="form" noValidate onSubmit={submit}>
        {!owner.isMe && <p className="quiet">Time of {owner.name}</p>}
        {problems.general && <Notice kind="bad">{problems.general}</Notice>}
        {!sheet && rights.mayTimes && rights.mayHours && (
          <Segments
            label="How the time is written down"
            value={draft.kind}
            options={[
              { value: 'regular', text: 'Start and end' },
              { value: 'manual', text: 'Hours of a day' },
            ]}
            onChange={(kind) => change({ kind })}
          />
        )}
        <JobPicker
          value={draft.jobId}
          onChange={(jobId) => change({ jobId })}
          userId={user.id}
          also={[
            ...(draft.kind === 'regular' ? (['paid_break', 'unpaid_break'] as const) : []),
            ...(rights.mayTimeOff ? (['pto', 'unpaid_time_off'] as const) : []),
          ]}
          allowNone={sheet?.jobcode_id === 0 || jobs.tree.length === 0}
          error={problems.job}
        />
        {draft.kind === 'manual' ? (
          <HoursFields draft={draft} onChange={change} problems={problems} />
        ) : (
          <TimesFields
            draft={draft}
            onChange={change}
            problems={problems}
            zone={zone}
            known={sheet}
            fixed={fixedTimes}
            besideZone={
              zone === me.zone ? undefined : `${owner.name} is in ${zone.replaceAll('_', ' ')} (${zoneName(zone)}).`
            }
          />
        )}
        {clash ? (
          <Clash owner={owner} other={clash} onOpen={onOpen} />
        ) : (
          neighbours.splits && <Clash owner={owner} other={neighbours.splits} split onOpen={onOpen} />
        )}
        {closedDay && rights.passesClosed && (
          <Notice kind="warn">
            This day is {closedDay} already. You may change it all the same; the history keeps what was there.
          </Notice>
        )}
        <CustomFields
          fields={fields}
          values={draft.values}
          onChange={(values) => change({ values })}
          problems={problems.fields ?? {}}
        />
        {hasNotes && (
          <TextArea
            label="Notes"
            rows={2}
            maxLength={4000}
            value={draft.notes}
            error={problems.notes}
            onChange={(event) => change({ notes: event.target.value })}
          />
        )}
        <Pictures files={draft.files} onChange={(files) => change({ files })} />
        {sheet && (
          <div className="timesheet-entry-more">
            <HistoryButton sheet={sheet} owner={owner} />
            {!fixedTimes &&
              (picturesLost ? (
                <Button kind="danger" busy={drop.isPending} onClick={deletes}>
                  Delete it with its pictures
                </Button>
              ) : (
                <Button
                  kind="quiet"
                  icon={<Trash2 size={18} aria-hidden="true" />}
                  busy={drop.isPending}
                  onClick={sheet.attached_files.length > 0 ? () => setPicturesLost(true) : deletes}
                >
                  Delete
                </Button>
              ))}
          </div>
        )}
      </form>
    </Dialog>
  )
}
