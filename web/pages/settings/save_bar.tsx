import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { toast } from '../../components/dialogs/toast.ts'
import { useUnsaved } from '../../components/dialogs/unsaved_question.tsx'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'

/** A card with unsaved changes. */
type Unsaved = {
  title: string
  form: RefObject<HTMLFormElement | null>
  /** Text to add to the announcement that it was saved. */
  save: () => Promise<string | undefined>
  discard: () => void
}

type Bar = { add: (part: Unsaved) => () => void; saveAll: () => void }

const BarContext = createContext<Bar>({ add: () => () => {}, saveAll: () => {} })

/**
 * The cards, and below them the bar that saves or discards all changes. `onProblem` shows the card that cannot be saved.
 */
export function SaveBar({ children, onProblem }: { children: ReactNode; onProblem: (form: HTMLFormElement) => void }) {
  const [parts, setParts] = useState<readonly Unsaved[]>([])
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(parts)
  latest.current = parts
  const saveAll = useCallback(async () => {
    setBusy(true)
    const problem = await saveInTurn(latest.current)
    setBusy(false)
    if (!problem) return
    onProblem(problem)
    requestAnimationFrame(() => {
      if (problem.reportValidity()) showRefusal(problem)
    })
  }, [onProblem])
  const bar = useMemo<Bar>(
    () => ({
      saveAll: () => void saveAll(),
      add(part) {
        setParts((before) => [...before, part])
        return () => setParts((before) => before.filter((other) => other !== part))
      },
    }),
    [saveAll],
  )
  return (
    <BarContext value={bar}>
      {children}
      {parts.length > 0 && (
        <section className="settings-bar" aria-label={t('Unsaved changes')}>
          <p>
            <strong>{t('Unsaved changes')}</strong> <small>{parts.map(({ title }) => title).join(', ')}</small>
          </p>
          <div className="actions">
            <Button disabled={isBusy} onClick={() => discardAll(parts)}>
              {t('Discard changes')}
            </Button>
            <Button kind="primary" busy={isBusy} onClick={bar.saveAll}>
              {t('Save')}
            </Button>
          </div>
        </section>
      )}
    </BarContext>
  )
}

const framesToShow = 10

/** Scrolls to what a form says of a refusal, once it does: a form may be longer than the window. */
function showRefusal(form: HTMLFormElement, frames = framesToShow): void {
  const refusal = form.querySelector('[role="alert"]')
  if (!refusal && frames > 0) requestAnimationFrame(() => showRefusal(form, frames - 1))
  else (refusal ?? form).scrollIntoView({ block: 'center' })
}

/** Saves one card after another. Returns the first card that cannot be saved; the cards after it keep their changes. */
async function saveInTurn(parts: readonly Unsaved[]): Promise<HTMLFormElement | null> {
  for (const { form } of parts) if (form.current?.checkValidity() === false) return form.current
  const messages: string[] = []
  for (const { form, save } of parts)
    try {
      messages.push((await save()) ?? t('Saved.'))
    } catch {
      return form.current
    }
  for (const message of new Set(messages)) toast(message)
  return null
}

function discardAll(parts: readonly Unsaved[]): void {
  for (const { discard } of parts) discard()
}

/** Registers a card's form: one function saves its changes, or throws if it cannot, and one discards them. */
export function useCardForm(title: string, isChanged: boolean, save: Unsaved['save'], discard: () => void) {
  const bar = useContext(BarContext)
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef({ save, discard })
  latest.current = { save, discard }
  useUnsaved(isChanged)
  useEffect(() => {
    if (!isChanged) return
    return bar.add({ title, form, save: () => latest.current.save(), discard: () => latest.current.discard() })
  }, [bar, title, isChanged])
  return {
    ref: form,
    className: 'form',
    onSubmit(event: { preventDefault: () => void }) {
      event.preventDefault()
      if (isChanged) bar.saveAll()
    },
  }
}
