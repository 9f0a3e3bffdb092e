import { useId } from 'react'
import { t } from '../../language.ts'

/** A progress bar with its numbers. */
export function Bar({ label, done, total }: { label: string; done: number; total: number }) {
  const id = useId()
  return (
    <div className="import-bar">
      <label htmlFor={id}>{t('{what}: {done} of {total}', { what: label, done: Math.min(done, total), total })}</label>
      <progress id={id} value={done} max={Math.max(total, 1)} />
    </div>
  )
}
