import { MapPin } from 'lucide-react'
import { useMe } from '../../../api/start.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { Button } from '../../../components/page/button.tsx'
import { t } from '../../../language.ts'
import type { PlaceQuestion } from '../place.ts'

/** Asks whether to share the user's location. */
export default function PlaceDialog({ must, answer }: PlaceQuestion) {
  const { company } = useMe()
  return (
    <Dialog
      title={t('Share your location?')}
      size="small"
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)}>{t('Not now')}</Button>
          <Button kind="primary" icon={<MapPin size={18} aria-hidden="true" />} onClick={() => answer(true)}>
            {t('Share location')}
          </Button>
        </>
      }
    >
      <div className="clock-ask">
        <p>
          {t('{company} would like to know your location when you clock in and out.', { company: company.name })}{' '}
          {t('Only at those moments, never in between.')}
        </p>
        <p className="quiet">
          {must ? t('Your company requires it to clock in.') : t('You can clock in either way.')}{' '}
          {t('Your browser may ask you once more.')}
        </p>
      </div>
    </Dialog>
  )
}
