import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { usePeopleOptions } from '../../components/fields/options.ts'
import { CheckList } from '../../components/listing/checklist.tsx'
import { Button } from '../../components/page/button.tsx'
import { Empty, Loaded } from '../../components/page/page.tsx'
import { useTwelve } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { useFilters } from './filters.tsx'
import {
  aboutSaved,
  everyWords,
  hourText,
  type Saved,
  type SendingForm,
  scheduleOf,
  weekdayNames,
} from './saved_schedule.ts'

/** A button for the saved reports, which are loaded when it is pressed. */
export function SavedReports() {
  const [open, setOpen] = useState(false)
  const [editing, setEditing] = useState<Saved | 'new'>()
  const [removing, setRemoving] = useState<Saved>()
  return (
    <>
      <Button icon={<Bookmark size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Saved reports')}
      </Button>
      {open && (
        <List
          onClose={() => setOpen(false)}
          onNew={() => setEditing('new')}
          onEdit={setEditing}
          onRemove={setRemoving}
        />
      )}
      {editing && <SaveDialog saved={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      {removing && (
        <ActionDialog
          title={t('Delete {name}?', { name: removing.name })}
          label={t('Delete')}
          run={() => ask('DELETE', '/api/console/saved_reports/{id}', { params: { id: removing.id } })}
          onClose={() => setRemoving(undefined)}
        >
          <p>{removing.schedule ? t('It will no longer be sent.') : t('The hours in it stay as they are.')}</p>
        </ActionDialog>
      )}
    </>
  )
}

type ListProps = {
  onClose: () => void
  onNew: () => void
  onEdit: (saved: Saved) => void
  onRemove: (saved: Saved) => void
}

function List({ onClose, onNew, onEdit, onRemove }: ListProps) {
  const found = useAnswer('setup', '/api/console/saved_reports')
  const twelve = useTwelve()
  return (
    <Dialog
      title={t('Saved reports')}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onNew}>
          {t('Save this report')}
        </Button>
      }
    >
      <Loaded of={found}>
        {({ reports }) =>
          reports.length === 0 ? (
            <Empty title={t('No saved reports')}>
              {t('Save this report to open it by name, share it or have it sent.')}
            </Empty>
          ) : (
            <ul className="rows">
              {reports.map((saved) => (
                <li key={saved.id}>
                  <div>
                    <Link href={`/reports/hours?${saved.search}`} onClick={onClose}>
                      {saved.name}
                    </Link>
                    <p className="quiet">{aboutSaved(saved, twelve)}</p>
                  </div>
                  {saved.may_change && (
                    <div className="actions">
                      <Button aria-label={t('Edit {name}', { name: saved.name })} onClick={() => onEdit(saved)}>
                        {t('Edit')}
                      </Button>
                      <Button aria-label={t('Delete {name}', { name: saved.name })} onClick={() => onRemove(saved)}>
                        {t('Delete')}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const notSent: SendingForm = { every: '', weekday: 1, hour: 7, format: 'pdf', user_ids: [] }

/** Saves the displayed report under a name, or changes a saved one. */
function SaveDialog({ saved, onClose }: { saved: Saved | undefined; onClose: () => void }) {
  const me = useMe()
  const { search } = useFilters()
  const [name, setName] = useState(saved?.name ?? '')
  const [shared, setShared] = useState(saved?.shared ?? false)
  const [replace, setReplace] = useState(false)
  const [sending, setSending] = useState<SendingForm>(saved?.schedule ?? notSent)
  const run = async () => {
    const kept = saved && !replace ? saved.search : String(search)
    const body = {
      name: name.trim(),
      shared,
      search: kept,
      schedule: scheduleOf(sending, { shared, owner: saved?.user_id ?? me.user.id }),
    }
    if (saved) await ask('PUT', '/api/console/saved_reports/{id}', { params: { id: saved.id }, body })
    else await ask('POST', '/api/console/saved_reports', { body })
    toast(t('{name} saved.', { name: body.name }))
  }
  return (
    <ActionDialog
      title={saved ? t('Edit report') : t('Save this report')}
      label={t('Save')}
      disabled={name.trim() === ''}
      run={run}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {saved && (
        <Check
          label={t('Replace its dates, grouping and filters with the current ones')}
          checked={replace}
          onChange={({ target }) => setReplace(target.checked)}
        />
      )}
      {me.leads && (
        <>
          <Check
            label={t('Share with managers and administrators')}
            hint={t('Each person sees the hours and amounts that they may see.')}
            checked={shared}
            onChange={({ target }) => setShared(target.checked)}
          />
          <Sending sending={sending} onChange={setSending} />
        </>
      )}
    </ActionDialog>
  )
}

function Sending({ sending, onChange }: { sending: SendingForm; onChange: (sending: SendingForm) => void }) {
  const twelve = useTwelve()
  const people = usePeopleOptions()
  const set = (patch: Partial<SendingForm>) => onChange({ ...sending, ...patch })
  return (
    <>
      <SelectField
        label={t('Send by email')}
        value={sending.every}
        onChange={({ target }) => set({ every: target.value as SendingForm['every'] })}
      >
        {everyWords.map(([value, words]) => (
          <option key={value} value={value}>
            {t(words)}
          </option>
        ))}
      </SelectField>
      {sending.every !== '' && (
        <>
          {sending.every === 'weekly' && (
            <SelectField
              label={t('Day')}
              value={sending.weekday}
              onChange={({ target }) => set({ weekday: Number(target.value) })}
            >
              {weekdayNames().map((name, day) => (
                <option key={name} value={day}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField
            label={t('Hour')}
            hint={t('In the company’s time zone')}
            value={sending.hour}
            onChange={({ target }) => set({ hour: Number(target.value) })}
          >
            {Array.from({ length: 24 }, (_, hour) => hourText(hour, twelve)).map((text, hour) => (
              <option key={text} value={hour}>
                {text}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('File')}
            value={sending.format}
            onChange={({ target }) => set({ format: target.value as SendingForm['format'] })}
          >
            {(['pdf', 'xlsx', 'csv'] as const).map((format) => (
              <option key={format} value={format}>
                {format.toUpperCase()}
              </option>
            ))}
          </SelectField>
          <CheckList
            label={t('To@@recipient')}
            things="people"
            options={people}
            hint={t('People who may not see the report get nothing.')}
            chosen={new Set(sending.user_ids)}
            onChange={(chosen) => set({ user_ids: [...chosen] })}
          />
        </>
      )}
    </>
  )
}
