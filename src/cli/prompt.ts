import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { english } from '../rules/language/messages.ts'
import { commonPasswordProblem } from '../rules/people/common_passwords.ts'
import { passwordProblem, passwordText } from '../rules/people/passwords.ts'
import { Mistake, readGiven } from './mistakes.ts'
import { terminal } from './terminal.ts'

/** True if a person can be prompted. */
export function canAsk(): boolean {
  return terminal().interactive
}

/** Prompts for a line; empty input takes the suggestion. Throws a Mistake naming the option if there is no terminal. */
export async function ask(question: string, option: string, suggestion = ''): Promise<string> {
  if (!canAsk()) throw new Mistake(`${option} is required`, 2)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = (await lines.question(`${question}${suggestion && ` [${suggestion}]`}: `)).trim() || suggestion
    return answer === '' ? await ask(question, option) : answer
  } finally {
    lines.close()
  }
}

/** Where a password comes from besides a prompt; never an argument, because others on the machine can read those. */
export type PasswordSource = { passwordFile?: string }

/** The password from `--password-file` (`-` is standard input) or CLOCKHOUSE_PASSWORD; undefined if not given. */
export function givenPassword({ passwordFile }: PasswordSource): string | undefined {
  const [password, from] =
    passwordFile === undefined
      ? [terminal().env.CLOCKHOUSE_PASSWORD, 'CLOCKHOUSE_PASSWORD']
      : [
          (passwordFile === '-' ? terminal().readInput() : readGiven(passwordFile, '--password-file: ')).replace(
            /\r?\n$/,
            '',
          ),
          '--password-file',
        ]
  if (password === undefined) return undefined
  const problem = passwordProblem(password) ?? commonPasswordProblem(password, [])
  if (problem) throw new Mistake(`${from}: ${passwordText(problem, english)}`)
  return password
}

/** Prompts for a new password twice, without showing it. */
export async function askPassword(): Promise<string> {
  if (!canAsk()) throw new Mistake('--password-file or CLOCKHOUSE_PASSWORD is required', 2)
  for (;;) {
    const password = await askHidden('Password (at least 10 characters)')
    const problem = passwordProblem(password) ?? commonPasswordProblem(password, [])
    if (problem) terminal().writeError(`${passwordText(problem, english)}\n`)
    else if (password === (await askHidden('Repeat the password'))) return password
    else terminal().writeError('The passwords do not match.\n')
  }
}

/** Prompts for a line without showing it. */
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

/** Where a token comes from besides a prompt: a file, `-` for standard input, a variable, or the option itself. */
type TokenSource = { file: string | undefined; text: string | undefined; variable: string; options: string }

/** A token for another server. If it is given as an option, others on the machine can read it, so the command warns. */
export async function givenToken({ file, text, variable, options }: TokenSource): Promise<string> {
  const read = () => (file === '-' ? terminal().readInput() : readGiven(file!, `${options}-file: `))
  const given = file === undefined ? (text ?? terminal().env[variable]) : read()
  if (text !== undefined)
    terminal().writeError(`${options}: others on this machine can read it; ${variable} is safer.\n`)
  if (given === undefined && !canAsk()) throw new Mistake(`${variable} or ${options}-file is required`, 2)
  const token = (given ?? (await askHidden(`Access token (${variable})`))).trim()
  if (!/^[\x21-\x7e]{1,4096}$/.test(token))
    throw new Mistake(`${file === undefined ? variable : `${options}-file`}: this is not an access token`)
  return token
}
