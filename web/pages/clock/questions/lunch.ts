import { ask } from '../../../api/request.ts'
import { changing } from '../../../components/dialogs/restoring.ts'
import { toast, toastError } from '../../../components/dialogs/toast.ts'
import { t } from '../../../language.ts'
import type { Entry } from '../entries.ts'

/**
 * After clocking out, says that a lunch was deducted from the entry's day, with a button for people who had none. Says
 * nothing if the server cannot be reached: the timesheet has the same button.
 */
export async function offerLunch({ date }: Pick<Entry, 'date'>, hours: (seconds: number) => string): Promise<void> {
  const query = { start_date: date, end_date: date }
  const found = await ask('GET', '/api/console/lunches', { query, fresh: true }).catch(() => undefined)
  const lunch = found?.lunches.find(({ seconds, answer }) => seconds > 0 && !answer)
  if (!lunch) return
  const none = () =>
    changing(() => ask('POST', '/api/console/lunch_answers', { body: { date, answer: 'none' } })).catch(toastError)
  toast(t('{hours} deducted for lunch automatically.', { hours: hours(lunch.seconds) }), {
    label: t('I had no lunch'),
    run: () => void none(),
  })
}
