import { Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'

/** Props of a clock face for reporting an error, as long as its page is open. */
export type Troubled = {
  problem: string | undefined
  onProblem: (problem: string | undefined) => void
  isOpen: () => boolean
}

/** An error and its reason. */
export function Trouble({ problem }: Pick<Troubled, 'problem'>) {
  return (
    problem && (
      <Notice kind="bad" title={t('That didn’t work.')}>
        {problem}
      </Notice>
    )
  )
}
