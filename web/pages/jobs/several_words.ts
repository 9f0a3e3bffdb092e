import { t } from '../../language.ts'
import type { JobList, RefusedJob } from './several.ts'

/** So many lines are told what is wrong with them. */
const toldMax = 5

/** What is wrong with a list, and what to do, a sentence on a line of its own for each line that is not read. */
export function problemText({ refused, isTooMany, jobs }: JobList): string | undefined {
  if (refused.length > 0) {
    const told = refused
      .slice(0, toldMax)
      .map((one) => t('Line {line}, “{text}”: {problem}', { line: one.number, text: one.line, problem: lineText(one) }))
    const count = refused.length - told.length
    if (count > 0)
      told.push(t('{count, plural, one {# more line is not read.} other {# more lines are not read.}}', { count }))
    return told.join('\n')
  }
  if (isTooMany)
    return t('{count} jobs are too many at once. Add them in parts, or import a file.', { count: jobs.length })
  return undefined
}

function lineText({ problem, part }: RefusedJob): string {
  const texts: Readonly<Record<typeof problem, () => string>> = {
    indent: () => t('It is not clear what this line is under. Indent each level by two more spaces.'),
    mark: () => t('Take the mark at its start off, or indent it under its parent.'),
    tab: () => t('There is a tab in the name. Write a sub-job as: Aspen Ridge Homes > Lot 14'),
    missing: () => t('A name is missing beside “{text}”.', { text: part }),
    long: () => t('Shorten the name to 64 characters.'),
    known: () => t('Here already. Take this line off.'),
    twice: () => t('This is the same job as on line {line}.', { line: part }),
  }
  return texts[problem]()
}
