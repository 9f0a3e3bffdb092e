import { t } from '../../language.ts'
import type { progressOf } from './steps.ts'

/** How much of the setup is done, as a text and a bar. */
export function Progress({ done, skipped, settled, of }: ReturnType<typeof progressOf>) {
  return (
    <div className="welcome-progress">
      <span id="welcome-done" role="status">
        {skipped > 0
          ? t('{count} of {all} done, {skipped} skipped', { count: done, all: of, skipped })
          : t('{count} of {all} done', { count: done, all: of })}
      </span>
      <progress aria-labelledby="welcome-done" max={of} value={settled} />
    </div>
  )
}
