import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { passwordProblem } from '../identity/people.ts'
import { Mistake } from './mistakes.ts'

/** True when a person can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Asks for a line; an empty one is the suggestion. A Mistake that names the option when there is nobody to ask. */
export async function ask(question: string, option: string, suggestion = ''): Promise<string> {
  if (!canAsk()) throw new Mistake(`${option} is needed`, 2)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = (await terminal.question(`${question}${suggestion && ` [${suggestion}]`}: `)).trim() || suggestion
    return answer === '' ? await ask(question, option) : answer
  } finally {
    terminal.close()
  }
}

/** Where a password comes from, other than from a prompt. On the command line itself everybody could read it. */
export type PasswordSource = { passwordFile?: string }

/** The password from `--password-file` (`-` is standard input) or CLOCKHOUSE_PASSWORD; undefined when neither is given. */
export function givenPassword({ passwordFile }: PasswordSource): string | undefined {
  const [password, from] =
    passwordFile === undefined
      ? [process.env.CLOCKHOUSE_PASSWORD, 'CLOCKHOUSE_PASSWORD']
      : [readFileSync(passwordFile === '-' ? 0 : passwordFile, 'utf8').replace(/\r?\n$/, ''), '--password-file']
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
    if (problem) process.stderr.write(`${problem}\n`)
    else if (password === (await askHidden('The same again'))) return password
    else process.stderr.write('These were two different ones.\n')
  }
}

async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(`${question}: `)
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
