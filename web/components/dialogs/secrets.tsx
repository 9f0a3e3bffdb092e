import type { ReactNode } from 'react'
import { inSentence, t } from '../../language.ts'
import { Button } from '../page/button.tsx'
import { Code } from '../page/code.tsx'
import { Copy } from '../page/copy.tsx'
import { Notice } from '../page/page.tsx'
import { Dialog } from './dialog.tsx'

/** Values that are shown only once, each with a copy button. */
export function Secrets({
  title,
  about,
  values,
  children,
  onClose,
}: {
  title: string
  about: string
  values: readonly { name: string; value: string }[]
  /** What else is to be said about them. */
  children?: ReactNode
  onClose: () => void
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('I’ve saved it')}
        </Button>
      }
    >
      <div className="form">
        <Notice kind="warn">{about}</Notice>
        {children}
        {values.map(({ name, value }) => (
          <div key={name} className="field">
            <span className="label">{name}</span>
            <Code text={value} label={name} />
            <div>
              <Copy text={value}>{t('Copy {name}', { name: inSentence(name) })}</Copy>
            </div>
          </div>
        ))}
      </div>
    </Dialog>
  )
}
