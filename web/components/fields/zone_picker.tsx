import { type ReactNode, useMemo, useState } from 'react'
import { currentZoneName } from '../../../src/rules/time/zone_names.ts'
import { locale, t } from '../../language.ts'
import { deviceZone, serverNow } from '../../time.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { SearchList } from '../listing/search_list.tsx'
import { PickerField } from './picker_field.tsx'
import { zoneLines, zonesFound, zoneText } from './zone_lines.ts'

type Props = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  disabled?: boolean
  /** The name of the zone: `America/Denver`. */
  value: string
  onChange: (zone: string) => void
}

/**
 * A time zone field. It shows the offset, and opens a list that can be searched by city, country, zone name or offset.
 */
export function ZonePicker({ value, onChange, ...field }: Props) {
  const text = value ? zoneText(value, serverNow()) : t('Choose a time zone')
  return (
    <PickerField {...field} text={text}>
      {(close) => <ZoneDialog title={field.label} value={value} onChange={onChange} onClose={close} />}
    </PickerField>
  )
}

type DialogProps = { title: string; value: string; onChange: (zone: string) => void; onClose: () => void }

function ZoneDialog({ title, value, onChange, onClose }: DialogProps) {
  const [words, setWords] = useState('')
  const chosen = currentZoneName(value)
  const lines = useMemo(() => zoneLines(chosen, serverNow(), locale()), [chosen])
  const near = useMemo(() => new Set([chosen, currentZoneName(deviceZone())]), [chosen])
  const isSearch = words.trim() !== ''
  const found = useMemo(() => (isSearch ? zonesFound(lines, words) : []), [lines, words, isSearch])
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <SearchList
        groups={
          isSearch
            ? [{ lines: found }]
            : [
                { label: t('Suggested'), lines: lines.filter(({ key }) => near.has(key)) },
                { label: t('All time zones'), lines: lines.filter(({ key }) => !near.has(key)) },
              ]
        }
        chosen={chosen}
        words={words}
        label={t('Search time zones')}
        hint={t('City, country, zone, or offset')}
        listLabel={t('Time zones')}
        status={isSearch && found.length === 0 && t('No time zone matches “{words}”.', { words: words.trim() })}
        onWords={setWords}
        onChoose={({ key }) => {
          onClose()
          onChange(key)
        }}
      />
    </Dialog>
  )
}
