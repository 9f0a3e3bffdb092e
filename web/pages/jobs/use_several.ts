import { useMemo, useState } from 'react'
import { act, creating, madeIn } from '../../api/actions.ts'
import { useChange } from '../../api/queries.ts'
import { edited, useAsPressed } from '../../components/dialogs/as_pressed.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { t } from '../../language.ts'
import { type ListedJob, readJobs } from './several.ts'
import { problemText } from './several_words.ts'
import type { JobRecord } from './tree.ts'

/** What is typed about several new jobs. */
export type SeveralJobs = ReturnType<typeof useSeveralJobs>

/** A list of new jobs as it is typed, and what adds them. */
export function useSeveralJobs(all: readonly JobRecord[]) {
  const [text, setText] = useState('')
  const [everyone, setEveryone] = useState(true)
  const adding = useChange(async (jobs: readonly ListedJob[], sent) => {
    await act(
      jobs.map(({ path, parent }) =>
        creating('jobcodes', [
          { name: path.at(-1), parent_id: idOf(parent), type: 'regular', assigned_to_all: everyone },
        ]),
      ),
      sent,
    )
    toast(t('{count, plural, one {# job added.} other {# jobs added.}}', { count: jobs.length }))
  })
  const read = useMemo(() => readJobs(text, all), [text, all])
  const list = useAsPressed(read, adding)
  const problem = problemText(list)
  return {
    ...{ text, everyone, jobs: list.jobs, problem },
    setText: (to: string) => {
      edited(adding)
      setText(to)
    },
    setEveryone,
    isReady: list.jobs.length > 0 && problem === undefined,
    busy: adding.isPending,
    error: adding.error,
    /** Adds all of them or none. */
    add: () => adding.mutateAsync(list.jobs),
  }
}

function idOf(parent: ListedJob['parent']): number | object {
  if (!parent) return 0
  return 'id' in parent ? parent.id : madeIn(parent.at)
}
