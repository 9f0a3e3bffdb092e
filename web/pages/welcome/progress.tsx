import { t } from '../../language.ts'
import type { progressOf } from './steps.ts'

/** How much of the setup is done, as a text and a bar. */
export function Progress({ settled, of }: ReturnType<typeof progressOf>) {
  return (
    <div className="welcome-progress">
      <span id="welcome-done" role="status">
        {t('{count} of {all} done', { count: settled, all: of })}
      </span>
      <progress aria-labelledby="welcome-done" max={of} value={settled} />
    </div>
  )
}
