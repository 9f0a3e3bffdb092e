import { useMutation } from '@tanstack/react-query'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { ask } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { useHours } from '../../components/hours.ts'
import { Notice } from '../../components/page.tsx'
import type { Scope } from './form.ts'

type Change = BodyOf<'POST /api/console/settings/preview'>
type Paid = AnswerOf<'POST /api/console/settings/preview'>['people'][number]['before']

/** Shows what unsaved rules would change in the running pay period. */
export function OvertimePreview({ scope, change }: { scope: Scope; change: Change }) {
  const preview = useMutation({
    mutationFn: () => ask('POST', '/api/console/settings/preview', { body: { ...scope, ...change } }),
  })
  const { data, error } = preview
  return (
    <>
      <div>
        <Button busy={preview.isPending} onClick={() => preview.mutate()}>
          Preview this pay period
        </Button>
      </div>
      {error && <Notice kind="bad">{error.message}</Notice>}
      {data && (
        <div className="settings-preview" role="status">
          <p>
            {data.people.length === 0
              ? `Nothing changes from ${data.start_date} to ${data.end_date}.`
              : `From ${data.start_date} to ${data.end_date}, the pay of ${peopleText(data.people.length)} changes:`}
          </p>
          <ul className="settings-rules">
            {data.people.map(({ user_id, name, before, after }) => (
              <li key={user_id}>
                {name}: <PaidText paid={before} /> → <PaidText paid={after} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function PaidText({ paid }: { paid: Paid }) {
  const hours = useHours()
  const overtime = Object.entries(paid.overtime).sort(([a], [b]) => Number(a) - Number(b))
  return (
    <>{[`${hours(paid.regular)} regular`, ...overtime.map(([rate, sum]) => `${hours(sum)} × ${rate}`)].join(', ')}</>
  )
}

function peopleText(count: number): string {
  return count === 1 ? 'one person' : `${count} people`
}
