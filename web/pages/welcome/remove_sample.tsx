import { obstacleTexts } from '../../../src/rules/settings/sample_data.ts'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Loaded, Notice, Skeleton } from '../../components/page/page.tsx'
import { sentence } from '../../components/page/refusals.ts'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { countsText } from './sample_words.ts'

const strong = (text: string) => <strong>{text}</strong>

/** Says what removing the sample data deletes and what stays, and removes it. */
export function RemoveSample({ onClose }: { onClose: () => void }) {
  const removal = useAnswer('time', '/api/console/sample_data/removal')
  return (
    <ActionDialog
      title={t('Remove sample data?')}
      label={t('Remove sample data')}
      disabled={!removal.data?.possible}
      run={() => ask('DELETE', '/api/console/sample_data')}
      onClose={(done) => {
        if (done) toast(t('Sample data removed.'))
        onClose()
      }}
    >
      <Loaded of={removal} skeleton={<Skeleton lines={4} height={24} />}>
        {({ goes, in_the_way }) => (
          <>
            <p>
              {rich(
                t(
                  '<b>This is permanently deleted:</b> {counts}. So is everything that belongs to it: its history, balances, pay rates, and holidays, and whatever you changed in it or added to it, such as assignments and notes.',
                  { counts: countsText(goes) },
                ),
                { b: strong },
              )}
            </p>
            <p>
              {rich(
                t(
                  '<b>This stays:</b> you, and the people, jobs, time, shifts, files, and settings you added yourself.',
                ),
                { b: strong },
              )}
            </p>
            {in_the_way.length > 0 && (
              <Notice kind="warn" title={t('Some of your own records use sample data.')}>
                <ul>
                  {in_the_way.map(({ code, count }) => (
                    <li key={code}>{sentence(t(obstacleTexts[code], { count }))}</li>
                  ))}
                </ul>
              </Notice>
            )}
          </>
        )}
      </Loaded>
    </ActionDialog>
  )
}
