import './palette.css'
import { Dialog } from '../dialog.tsx'

const apple = /Mac|iPhone|iPad/.test(navigator.platform)

/** How the Control or Command key is written on this device. */
const commandKey = apple ? '⌘' : 'Ctrl'

const shortcuts: readonly { where: string; keys: readonly (readonly [keys: string, what: string])[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      [`${commandKey} K`, 'Go to a page, a person, or a job'],
      ['?', 'Show these shortcuts'],
      ['Esc', 'Close a dialog or menu'],
    ],
  },
  {
    where: 'Timesheet grid',
    keys: [
      ['← ↑ → ↓', 'Move between cells'],
      ['Enter', 'Type hours, save them, and go down'],
      ['Tab', 'Save hours and go to the next day'],
      ['F2', 'Open the entries of a cell'],
      ['Home End', 'Go to the first or last day'],
    ],
  },
]

/** The keyboard shortcuts of the app. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {shortcuts.map(({ where, keys }) => (
        <section key={where}>
          <h3 className="shortcuts-of">{where}</h3>
          <dl className="shortcuts">
            {keys.map(([names, what]) => (
              <div key={names} style={{ display: 'contents' }}>
                <dt>
                  {names.split(' ').map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
