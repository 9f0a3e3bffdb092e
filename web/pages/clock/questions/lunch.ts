import type { AnswerOf } from '../../../api/contract.ts'
import { ask } from '../../../api/request.ts'
import { changing } from '../../../components/dialogs/changing.ts'
import { toast, toastError } from '../../../components/dialogs/toast.ts'
import { t } from '../../../language.ts'
import type { Entry } from '../entries.ts'
import { inTime } from './in_time.ts'

type Lunch = AnswerOf<'GET /api/console/lunches'>['lunches'][number]

/**
 * The lunch that was deducted from the day of an entry; undefined if none was, or if the server does not say so in time: the
 * timesheet says it, too.
 */
export async function deductedLunch({ date }: Pick<Entry, 'date'>): Promise<Lunch | undefined> {
  const query = { start_date: date, end_date: date }
  const found = await inTime((signal) => ask('GET', '/api/console/lunches', { query, fresh: true, signal }))
  return found?.lunches.find(({ seconds, answer }) => seconds > 0 && !answer)
}

/** Says that a lunch was deducted, with a button for people who had none. */
export function offerLunch({ date, seconds }: Lunch, hours: (seconds: number) => string): void {
  const none = async () => {
    await changing(() => ask('POST', '/api/console/lunch_answers', { body: { date, answer: 'none' } }))
    toast(t('You said you had no lunch.'))
  }
  toast(t('{hours} deducted for lunch automatically.', { hours: hours(seconds) }), {
    label: t('I had no lunch'),
    run: () => void none().catch(toastError),
  })
}
