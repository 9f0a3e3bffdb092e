import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { Failed } from '../../components/page/page.tsx'
import { type Lack, lacksOf } from '../approvals/lacks.ts'
import { Lacks } from '../approvals/lacks_list.tsx'
import { Standing } from '../approvals/standing.tsx'
import { useRunCheck } from '../approvals/use_checks.ts'
import { SetupForm } from '../reports/setup.tsx'
import type { Run } from './words.ts'

/** The check of a file of a closed run. While it is not known whether the file can be made, it is not ready. */
export function useRunLacks({ id }: Run, target: string) {
  const check = useRunCheck(id, target)
  const lacks = check.data ? lacksOf(check.data) : []
  return { check, lacks, isReady: !check.isPending && !lacks.some(({ blocking }) => blocking) }
}

/** What keeps a file of a closed run from being made or should be looked at in it, and where it is set. */
export function RunLacks({
  run,
  of: { check, lacks },
  target,
  exports,
}: {
  run: Run
  of: { check: ReturnType<typeof useRunCheck>; lacks: readonly Lack[] }
  target: string
  exports: AnswerOf<'GET /api/console/exports'>
}) {
  const [missing, setMissing] = useState<readonly string[]>()
  const { title = '', setup: section = null } = exports.targets.find(({ name }) => name === target) ?? {}
  return (
    <div>
      {check.error ? (
        <Failed error={check.error} again={check.refetch} />
      ) : (
        <Standing checked={check.data} people={run.people} lacks={lacks} />
      )}
      {check.data && (
        <Lacks
          checked={check.data}
          lacks={lacks}
          day={run.end_date}
          onSetUp={exports.may_set_up && section ? setMissing : undefined}
        />
      )}
      {missing && section && (
        <SetupForm
          title={title}
          section={section}
          values={exports.setup?.[section] ?? {}}
          missing={missing}
          onClose={() => setMissing(undefined)}
        />
      )}
    </div>
  )
}
