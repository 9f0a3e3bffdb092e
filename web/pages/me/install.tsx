import { MonitorDown } from 'lucide-react'
import { Button } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { installsByHand, useInstall } from '../../install.ts'
import { t } from '../../language.ts'

/** Installs the app where the browser can, with what that brings. */
export function Install() {
  const install = useInstall()
  const byHand = installsByHand()
  if (!install && !byHand) return null
  return (
    <Card title={t('Install Clockhouse')}>
      <p className="quiet">
        {t('It then opens from the home screen or the desktop, in its own window, also without network.')}
      </p>
      {install ? (
        <Button kind="primary" icon={<MonitorDown size={18} aria-hidden="true" />} onClick={install}>
          {t('Install')}
        </Button>
      ) : (
        <p>{t('In Safari, tap Share, then “Add to Home Screen”.')}</p>
      )}
    </Card>
  )
}
