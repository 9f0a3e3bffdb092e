import { Notice } from '../../components/page.tsx'
import { plain } from '../../components/refusal.ts'

/** What a face of the clock is given to say what did not work. */
export type Troubled = { problem: string | undefined; onProblem: (problem: string | undefined) => void }

/** What did not work, and why. */
export function Trouble({ problem }: Pick<Troubled, 'problem'>) {
  return (
    problem && (
      <Notice kind="bad" title="That did not work.">
        {plain(problem)}
      </Notice>
    )
  )
}
