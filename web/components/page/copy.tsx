import { Copy as CopyIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../language.ts'
import { toast, toastError } from '../dialogs/toast.ts'
import { Button } from './button.tsx'

/** A button that copies a text to the clipboard and confirms it. */
export function Copy({ text, children = t('Copy') }: { text: string; children?: ReactNode }) {
  const copy = async () => {
    try {
      // Without https, browsers have no clipboard.
      await navigator.clipboard.writeText(text)
      toast(t('Copied.'))
    } catch {
      toastError(t('Your browser blocked copying. Select the text and copy it yourself.'))
    }
  }
  return (
    <Button icon={<CopyIcon size={16} aria-hidden="true" />} onClick={() => void copy()}>
      {children}
    </Button>
  )
}
