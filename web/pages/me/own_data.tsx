import { Download } from 'lucide-react'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { own } from '../../own_address.ts'

/** Downloads everything that is stored of the person. */
export function OwnData() {
  return (
    <Card title={t('Your data')}>
      <p>
        {t('Everything stored about you, as JSON and CSV: profile, time, time off, locations, messages and sign-ins.')}
      </p>
      <a className="button" href={own('/api/console/own_data')} download>
        <Download size={18} aria-hidden="true" />
        {t('Download all data')}
      </a>
    </Card>
  )
}
