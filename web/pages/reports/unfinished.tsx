import { Link } from 'wouter'
import { useMe } from '../../api/start.ts'
import { Failed, Notice } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { unapprovedIn } from '../approvals/lacks.ts'
import { useChecks } from '../approvals/use_checks.ts'
import { type Filters, questionOfFilters } from './filters.tsx'

/** The file whose check knows everyone with time. */
const checkedFile = 'payroll'

/** Who has time on these dates that is not approved: said before a file is made of it. */
export function Unfinished({ filters }: { filters: Filters }) {
  const me = useMe()
  const isShown = me.leads && me.isOn('approvals', 'installed')
  const checks = useChecks(isShown ? [checkedFile] : [], questionOfFilters(filters))
  if (!isShown) return null
  if (checks.error) return <Failed error={checks.error} again={checks.refetch} />
  const found = checks.data?.get(checkedFile)
  if (!found || checks.isPlaceholderData) return <Notice>{t('Checking what is approved…')}</Notice>
  const { count, names } = unapprovedIn(found)
  const date = dateText(filters.end)
  if (count === 0)
    return <Notice kind="good">{t('All time on these dates is approved through {date}.', { date })}</Notice>
  return (
    <Notice kind="warn">
      {t(
        '{count, plural, one {# person has} other {# people have}} time that isn’t approved through {date}: {names}.',
        { count, date, names },
      )}{' '}
      {rich(t('<a>Review hours</a> before paying.'), {
        a: (text) => <Link href={`/approvals?day=${filters.start}`}>{text}</Link>,
      })}
    </Notice>
  )
}
