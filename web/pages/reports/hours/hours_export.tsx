import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { download, keep } from '../../../api/download.ts'
import { toast, toastError } from '../../../components/dialogs/toast.ts'
import { DecimalCommas, decimalMarkOf, useDecimalCommas } from '../../../components/fields/decimal_mark.tsx'
import { Button } from '../../../components/page/button.tsx'
import { t } from '../../../language.ts'

const formats = ['csv', 'xlsx', 'pdf'] as const

/** Downloads the displayed report, with the same filters, grouping, columns, order and sums. */
export function HoursExport({ question }: { question: Record<string, string> }) {
  const [busy, setBusy] = useState<string>()
  const commas = useDecimalCommas()
  const working = useRef<AbortController>(undefined)
  useEffect(() => () => working.current?.abort(), [])
  const make = async (format: string) => {
    const stopping = new AbortController()
    working.current = stopping
    setBusy(format)
    try {
      const asked = { ...question, ...decimalMarkOf(format, commas[0]), format }
      const file = await download('/api/console/exports/hours', asked, () => {}, stopping.signal)
      keep(file)
      toast(t('{name} downloaded.', { name: file.name }))
    } catch (error) {
      if ((error as Error).name !== 'AbortError') toastError(error)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className="actions no-print">
      <DecimalCommas of={commas} />
      {formats.map((format) => (
        <Button
          key={format}
          icon={<Download size={18} aria-hidden="true" />}
          aria-label={t('Download as {format}', { format: format.toUpperCase() })}
          busy={busy === format}
          disabled={busy !== undefined}
          onClick={() => void make(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
