import { useId } from 'react'

/** A progress bar with its numbers. */
export function Bar({ label, done, total }: { label: string; done: number; total: number }) {
  const id = useId()
  return (
    <div className="import-bar">
      <label htmlFor={id}>
        {label}: {Math.min(done, total)} of {total}
      </label>
      <progress id={id} value={done} max={Math.max(total, 1)} />
    </div>
  )
}
