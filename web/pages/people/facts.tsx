import type { Records } from '../../api/records.ts'
import { Facts } from '../../components/page/facts.tsx'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { PermissionWords } from './permissions.tsx'
import { personLabels as labels } from './values.ts'

/** A person, read-only, for viewers who may not edit them. */
export function PersonFacts({ user, groups }: { user: Records['users']; groups: readonly Records['groups'][] }) {
  const { permissions } = user
  const pairs: [string | undefined, string | undefined][] = [
    [labels.first_name, user.first_name],
    [labels.last_name, user.last_name],
    [labels.username, user.username],
    [labels.email, user.email],
    [labels.mobile_number, user.mobile_number],
    [labels.job_title, user.job_title],
    [labels.group_id, groups.find(({ id }) => id === user.group_id)?.name],
    [labels.employee_number, user.employee_number ? String(user.employee_number) : ''],
    [labels.payroll_id, user.payroll_id],
    [labels.hire_date, dateIn(user.hire_date)],
    [labels.term_date, dateIn(user.term_date)],
  ]
  return (
    <>
      <Card title={t('About')}>
        <Facts of={pairs.flatMap(([name, value]) => (name && value ? [[t(name), value] as const] : []))} />
      </Card>
      {permissions && (
        <Card title={t('Role and permissions')}>
          <PermissionWords value={permissions} />
        </Card>
      )}
    </>
  )
}

function dateIn(date: string | undefined): string {
  if (date === undefined || date === '0000-00-00') return ''
  return dateText(date, { year: 'numeric', month: 'short', day: 'numeric' })
}
