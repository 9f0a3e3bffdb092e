import { useMemo, useState } from 'react'
import { t } from '../../language.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { finder, folded } from '../listing/order.ts'
import { SearchList } from '../listing/search_list.tsx'
import { PickerField, type PickerFieldProps } from './picker_field.tsx'

/** An option; `detail` is shown next to its name. */
export type Choice = { id: number; name: string; detail?: string | undefined }

type ListProps = {
  /** In order. */
  choices: readonly Choice[]
  /** The id of the chosen entry; 0 for `none`. */
  value: number
  /** The first option, such as `Everyone`. */
  none?: string | undefined
  searchLabel: string
  listLabel: string
  /** The text if nothing matches these words. */
  nothing: (words: string) => string
  onChange: (id: number) => void
}

/** A field for one of many entries. It opens a list that can be searched by name. */
export function ListPicker({
  label,
  hideLabel,
  text,
  ...list
}: Pick<PickerFieldProps, 'label' | 'hideLabel'> & { text?: string } & ListProps) {
  const shown = list.choices.find(({ id }) => id === list.value)?.name ?? (list.value === 0 ? list.none : undefined)
  return (
    <PickerField label={label} hideLabel={hideLabel} text={shown ?? text ?? ''}>
      {(close) => <ListDialog title={label} {...list} onClose={close} />}
    </PickerField>
  )
}

/** The maximum number of entries listed at once; a search finds the others. */
const shownMax = 100

function ListDialog({
  title,
  choices,
  value,
  none,
  searchLabel,
  listLabel,
  nothing,
  onChange,
  onClose,
}: ListProps & { title: string; onClose: () => void }) {
  const [words, setWords] = useState('')
  const known = useMemo(() => {
    const lines = none === undefined ? choices : [{ id: 0, name: none }, ...choices]
    return lines.map((line) => ({
      ...line,
      key: String(line.id),
      folded: folded(`${line.name} ${line.detail ?? ''}`),
    }))
  }, [choices, none])
  const found = useMemo(() => known.filter((line) => finder(words)(line.folded)), [known, words])
  const more = found.length - shownMax
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <SearchList
        groups={[{ lines: found.slice(0, shownMax) }]}
        chosen={String(value)}
        words={words}
        label={searchLabel}
        listLabel={listLabel}
        status={
          found.length === 0
            ? nothing(words.trim())
            : more > 0 && t('{count} more. Type part of a name to find them.', { count: more })
        }
        onWords={setWords}
        onChoose={({ id }) => {
          onClose()
          onChange(id)
        }}
      />
    </Dialog>
  )
}
