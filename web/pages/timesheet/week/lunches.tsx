import type { AnswerOf } from '../../../api/contract.ts'
import { useAnswer } from '../../../api/queries.ts'
import { ask } from '../../../api/request.ts'
import { toastError } from '../../../components/dialogs/toast.ts'
import { Button } from '../../../components/page/button.tsx'
import { useHours } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import { useShownChange } from '../change.ts'
import { isOn, type Owner } from './owner.ts'
import type { Week } from './week.ts'

type Lunch = AnswerOf<'GET /api/console/lunches'>['lunches'][number]

/** The lunches that were deducted automatically, each with a button for people who had none. */
export function Lunches({ owner, week }: { owner: Owner; week: Week }) {
  const { user, isMe, rules } = owner
  const query = { user_id: user.id, start_date: week.dates[0]!, end_date: week.dates[6]! }
  const enabled = isOn(rules.settings, 'general', 'lunch_deduct')
  const { data } = useAnswer('time', '/api/console/lunches', query, { enabled, keep: true })
  const here = data?.lunches.filter(({ date }) => week.dates.includes(date)) ?? []
  if (!enabled || here.length === 0) return null
  const isOpen = (date: string) => isMe && week.days.some((day) => day.date === date && !day.closed)
  return (
    <ul className="rows timesheet-lunches no-print" aria-label={t('Automatic lunches')}>
      {here.map((lunch) => (
        <LunchLine key={lunch.date} lunch={lunch} isOpen={isOpen(lunch.date)} isMe={isMe} />
      ))}
    </ul>
  )
}

function LunchLine({ lunch, isOpen, isMe }: { lunch: Lunch; isOpen: boolean; isMe: boolean }) {
  const { date, answer } = lunch
  const hours = useHours()
  const saying = useShownChange((said: 'none' | 'taken') =>
    ask('POST', '/api/console/lunch_answers', { body: { date, answer: said } }),
  )
  const said = isMe ? t('You said you had no lunch.') : t('They said they had no lunch.')
  return (
    <li>
      <p>
        <strong>{dateText(date)}</strong>
        {answer ? said : t('{hours} deducted for lunch automatically.', { hours: hours(lunch.seconds) })}
      </p>
      {isOpen && (
        <Button
          busy={saying.isPending}
          onClick={() => saying.mutate(answer ? 'taken' : 'none', { onError: toastError })}
        >
          {answer ? t('I had lunch') : t('I had no lunch')}
        </Button>
      )}
    </li>
  )
}
