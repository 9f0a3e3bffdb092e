import { useState } from 'react'
import { TextArea } from '../../../components/fields/field.tsx'
import { Button } from '../../../components/page/button.tsx'
import { t } from '../../../language.ts'
import { useShownChange } from '../change.ts'
import type { Sheet } from '../week/week.ts'
import { changeEntry } from './save.ts'

/** A form for the notes of an entry whose other fields cannot be edited. */
export function EntryNotes({ sheet, onSaved }: { sheet: Sheet; onSaved: () => void }) {
  const [notes, setNotes] = useState(sheet.notes)
  const save = useShownChange(() => changeEntry(sheet, { notes }))
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined, { onSuccess: onSaved })
      }}
    >
      <TextArea
        label={t('Notes')}
        rows={2}
        maxLength={4000}
        value={notes}
        error={save.error?.message}
        onChange={({ target }) => setNotes(target.value)}
      />
      <div className="actions">
        <Button type="submit" kind="primary" busy={save.isPending} disabled={notes === sheet.notes}>
          {t('Save notes')}
        </Button>
      </div>
    </form>
  )
}
