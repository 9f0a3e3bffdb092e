import { Download, FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { keep } from '../../api/download.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Notice } from '../../components/page/page.tsx'
import { locale, t } from '../../language.ts'
import { limits } from './file/sheet.ts'
import type { Kind } from './plan.ts'
import { asCsv, csvFile } from './reading.ts'

/** Asks for the file and offers a template. */
export function FileStep<Known>({ kind, onFile }: { kind: Kind<Known>; onFile: (file: File) => Promise<void> }) {
  const id = useId()
  const [over, setOver] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onFile(file)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const template = async () => {
    const lines = [
      kind.columns.map(({ name }) => t(name)),
      kind.columns.map(({ examples }) => t(examples[0])),
      kind.columns.map(({ examples }) => t(examples[1])),
    ]
    keep(csvFile(t(kind.words.template), await asCsv(lines, ',')))
  }
  return (
    <Card>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <label
        htmlFor={id}
        className="import-drop"
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileSpreadsheet size={40} aria-hidden="true" />
        <strong>{busy ? t('Reading…') : t('Choose a CSV file')}</strong>
        <span className="quiet">{t('or drop it here')}</span>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-describedby={`${id}-about`}
          disabled={busy}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      <p id={`${id}-about`} className="hint">
        {t(kind.words.about, {
          lines: new Intl.NumberFormat(locale()).format(limits.lines),
          megabytes: limits.megabytes,
        })}
      </p>
      <Button icon={<Download size={18} aria-hidden="true" />} onClick={() => void template()}>
        {t('Download a template')}
      </Button>
    </Card>
  )
}
