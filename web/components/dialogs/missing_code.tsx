import { Component, type ReactNode, useEffect } from 'react'
import { tryLater, whenBack } from '../../api/connection.ts'
import { t } from '../../language.ts'
import { Button } from '../page/button.tsx'
import { Notice } from '../page/page.tsx'
import { MissingCode } from './code.ts'

type Props = { children: ReactNode; again: () => Promise<void> }

/** Keeps the rest of the page alive when the code of a part does not arrive, says so, and tries again. */
export class Part extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!(error instanceof MissingCode)) throw error
    const again = () => {
      const loaded = this.props.again()
      this.setState({ error: undefined })
      return loaded
    }
    return <Missing again={again} />
  }
}

function Missing({ again }: { again: () => void }) {
  useEffect(() => whenBack(again))
  useEffect(tryLater, [])
  return (
    <Notice kind="warn" title={t('This part of the page didn’t load.')}>
      <p>{t('It loads by itself when you’re back online.')}</p>
      <div className="actions">
        <Button onClick={again}>{t('Try again')}</Button>
        <Button kind="quiet" onClick={() => location.reload()}>
          {t('Reload the page')}
        </Button>
      </div>
    </Notice>
  )
}
