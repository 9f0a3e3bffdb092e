import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { passwordProblem } from '../identity/people.ts'
import { Mistake } from './mistakes.ts'
import { terminal } from './terminal.ts'

/** True when a person can be asked. */
export function canAsk(): boolean {
  return terminal().interactive
}

/** Asks for a line; an empty one is the suggestion. A Mistake that names the option when there is nobody to ask. */
export async function ask(question: string, option: string, suggestion = ''): Promise<string> {
  if (!canAsk()) throw new Mistake(`${option} is needed`, 2)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = (await lines.question(`${question}${suggestion && ` [${suggestion}]`}: `)).trim() || suggestion
    return answer === '' ? await ask(question, option) : answer
  } finally {
    lines.close()
  }
}

/** Where a password comes from, other than from a prompt. On the command line itself everybody could read it. */
export type PasswordSource = { passwordFile?: string }

/** The password from `--password-file` (`-` is standard input) or CLOCKHOUSE_PASSWORD; undefined when neither is given. */
export function givenPassword({ passwordFile }: PasswordSource): string | undefined {
  const [password, from] =
    passwordFile === undefined
      ? [terminal().env.CLOCKHOUSE_PASSWORD, 'CLOCKHOUSE_PASSWORD']
      : [
          (passwordFile === '-' ? terminal().readInput() : readFileSync(passwordFile, 'utf8')).replace(/\r?\n$/, ''),
          '--password-file',
        ]
  if (password === undefined) return undefined
  const problem = passwordProblem(password)
  if (problem) throw new Mistake(`${from}: ${problem}`)
  return password
}

/** Asks for a new password, twice, without showing it. */
export async function askPassword(): Promise<string> {
  if (!canAsk()) throw new Mistake('--password-file or CLOCKHOUSE_PASSWORD is needed', 2)
  for (;;) {
    const password = await askHidden('Password (at least 10 characters)')
    const problem = passwordProblem(password)
    if (problem) terminal().writeError(`${problem}\n`)
    else if (password === (await askHidden('The same again'))) return password
    else terminal().writeError('These were two different ones.\n')
  }
}

async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  terminal().writeError(`${question}: `)
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    terminal().writeError('\n')
  }
}
