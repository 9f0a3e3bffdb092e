import { rateOf } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import type { Listed, Look, RefusedLine } from './several.ts'

/** So many lines are told what is wrong with them. */
const toldMax = 5

/** What is wrong with the lines that are not read, a sentence on a line of its own for each; undefined if there are none. */
export function refusedText(refused: readonly RefusedLine[]): string | undefined {
  if (refused.length === 0) return undefined
  const told = refused
    .slice(0, toldMax)
    .map((one) =>
      t('Line {line}, “{text}”: {problem}', { line: one.number, text: one.line, problem: problemText(one) }),
    )
  const count = refused.length - told.length
  if (count > 0)
    told.push(t('{count, plural, one {# more line is not read.} other {# more lines are not read.}}', { count }))
  return told.join('\n')
}

function problemText({ problem, part: text }: RefusedLine): string {
  const texts: Readonly<Record<typeof problem, () => string>> = {
    heading: () => t('This is a heading. Take it off the list.'),
    name: () => t('Enter a first and a last name.'),
    first: () => t('The name comes first, then the email address and pay.'),
    people: () => t('This seems to name several people. Write one person per line.'),
    email: () => t('“{text}” is not a complete email address.', { text }),
    emails: () => t('“{text}” is a second email address.', { text }),
    number: () => t('Is “{text}” pay? Write a comma before it, or take it off.', { text }),
    decimals: () =>
      t('“{text}” has too many decimals, or a mark between thousands. Write an amount such as 28.50.', { text }),
    amount: () => t('“{text}” is not pay per hour. Write an amount such as 28.50.', { text }),
    amounts: () => t('“{text}” is a second amount.', { text }),
    setPay: () => t('Only administrators set pay. Take “{text}” off.', { text }),
    unread: () => t('“{text}” is not a name, an email address, or pay. Take it off.', { text }),
    known: () => t('Here already. Take this line off; someone else of the same name is added alone.'),
    twice: () => t('This is the same person as on line {line}.', { line: text }),
  }
  return texts[problem]()
}

/** The question about a person of the list that someone must answer before they are added. */
export function lookText(look: Look, { first_name, last_name }: Listed): string {
  if (look.of === 'pay') return t('Really {amount} an hour?', { amount: rateOf(look.rate) })
  if (look.of === 'currency') return t('“{text}” is in another currency. Is the number right?', { text: look.part })
  if (look.of === 'same_name') return t('Not the person on line {line}?', { line: look.number })
  return t('Is “{text}” the first name, and “{other}” the last name?', { text: first_name, other: last_name })
}
