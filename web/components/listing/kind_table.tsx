import { msg } from '../../../src/rules/language/messages.ts'
import { t } from '../../language.ts'
import './kind_table.css'
import { usePressed } from '../fields/pressed.ts'

/**
 * A kind of notification and its checked boxes. `changed`: differs from the default. `off`: only the first box is
 * active.
 */
type KindRow = {
  name: string
  title: string
  about: string
  on: Record<string, boolean>
  changed?: boolean
  off?: boolean
}

/** The notification channels, as columns. */
export const channels = [
  { way: 'push', text: msg('Device') },
  { way: 'email', text: msg('Email') },
]

/** A table of notification kinds with a checkbox per column, whose text is a message. A click shows at once. */
export function KindTable({
  kinds,
  columns,
  onChange,
  onReset,
}: {
  kinds: readonly KindRow[]
  columns: readonly { way: string; text: string }[]
  onChange: (name: string, way: string, on: boolean) => Promise<unknown>
  /** Resets a kind to its default. */
  onReset?: (name: string) => Promise<unknown>
}) {
  const { shown, press } = usePressed()
  return (
    <div className={`kinds of-${columns.length}`}>
      <div className="kinds-head" aria-hidden="true">
        {columns.map(({ way, text }) => (
          <span key={way}>{t(text)}</span>
        ))}
      </div>
      {kinds.map(({ name, title, about, on, changed, off }) => (
        <fieldset key={name}>
          <legend className="unseen">{title}</legend>
          <div className="kinds-text">
            <span aria-hidden="true">{title}</span>
            <small>
              {about}{' '}
              {changed && onReset && (
                <button
                  type="button"
                  className="link"
                  aria-label={t('{title}: reset to default', { title })}
                  onClick={() => void onReset(name)}
                >
                  {t('Reset to default')}
                </button>
              )}
            </small>
          </div>
          {columns.map(({ way, text }, index) => (
            <label key={way}>
              <input
                type="checkbox"
                checked={shown(`${name} ${way}`, on[way] ?? false)}
                disabled={off && index > 0}
                onChange={({ target }) => press(`${name} ${way}`, target.checked, onChange(name, way, target.checked))}
              />
              <span>{t(text)}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
