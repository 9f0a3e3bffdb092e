import { msg } from '../../../src/rules/language/messages.ts'
import { t } from '../../language.ts'
import './shortcuts.css'
import { Dialog } from '../dialogs/dialog.tsx'

const apple = /Mac|iPhone|iPad/.test(navigator.platform)

/** How the Control or Command key is written on this device. */
const commandKey = apple ? '⌘' : 'Ctrl'

const shortcuts: readonly { where: string; keys: readonly (readonly [keys: string, what: string])[] }[] = [
  {
    where: msg('Everywhere'),
    keys: [
      [`${commandKey} K`, msg('Go to a page, a person, or a job')],
      ['?', msg('Show these shortcuts')],
      ['Esc', msg('Close a dialog or menu')],
    ],
  },
  {
    where: msg('Timesheet grid'),
    keys: [
      ['← ↑ → ↓', msg('Move between cells')],
      ['Enter', msg('Type hours, save them, and go down')],
      ['Tab', msg('Save hours and go to the next day')],
      ['F2', msg('Open the entries of a cell')],
      ['Home End', msg('Go to the first or last day')],
    ],
  },
  {
    where: msg('Approvals'),
    keys: [
      ['J K', msg('Go to the next or previous person')],
      ['A', msg('Approve the person’s time')],
      ['R', msg('Send the person’s time back')],
    ],
  },
]

/** The keyboard shortcuts of the app. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose}>
      {shortcuts.map(({ where, keys }) => (
        <section key={where}>
          <h3 className="shortcuts-of">{t(where)}</h3>
          <dl className="shortcuts">
            {keys.map(([names, what]) => (
              <div key={names} style={{ display: 'contents' }}>
                <dt>
                  {names.split(' ').map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{t(what)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
