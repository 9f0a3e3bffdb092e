import { Clock } from 'lucide-react'
import { useMe } from '../../api/start.ts'
import { later } from '../../components/dialogs/later.tsx'
import { Empty, Page } from '../../components/page/page.tsx'
import { useToday as useDate } from '../../components/time/now.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import Lead from './lead.tsx'
import { useToday } from './use_today.ts'

const NextSteps = later(() => import('../welcome/next_steps.tsx'))

/** The first page of people who track no time: the lists of those who lead others, or that there is no clock. */
export default function WithoutClock({ leads }: { leads: boolean }) {
  const me = useMe()
  return leads ? (
    <Page title={t('Today')} about={<Today />}>
      <Lists />
      {me.is_admin && <NextSteps />}
    </Page>
  ) : (
    <Page title={t('Today')} untitled>
      <Empty icon={<Clock size={40} aria-hidden="true" />} title={t('You don’t track time here')}>
        {t('An administrator turned off time tracking for you. Ask them if you need to clock in.')}
      </Empty>
    </Page>
  )
}

function Lists() {
  return <Lead answer={useToday()} />
}

function Today() {
  const date = useDate(useMe().zone)
  return <>{dateText(date, { weekday: 'long', month: 'long', day: 'numeric' })}</>
}
