import { readFileSync } from 'node:fs'
import { type Config, readConfig } from '../config.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { textOf } from '../rules/refusals/index.ts'
import type { Reason } from '../rules/refusals/reason.ts'
import { codeOf, messageOf } from '../rules/thrown.ts'
import { terminal } from './terminal.ts'

/** An error that the user of the command can correct. Exit code 2 for an invalid command, otherwise 1. */
export class Mistake extends Error {
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Reads the configuration from the environment. Throws a Mistake if one of them is invalid. */
export function configured(overrides: Record<string, string> = {}): Config {
  try {
    return readConfig({ ...terminal().env, ...overrides })
  } catch (error) {
    throw new Mistake(`${messageOf(error)}\nclockhouse config lists all variables.`)
  }
}

/** What to do if the server cannot listen, by error code. */
const listening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Set PORT to another port, or stop the program that uses it.',
  EACCES: 'Set PORT to a port that this account may use: 1024 or higher.',
  EADDRNOTAVAIL: 'Set HOST to an address of this machine, or to 0.0.0.0 for all of them.',
  ENOTFOUND: 'Set HOST to an address of this machine, or to 0.0.0.0 for all of them.',
}

/** The text of a file named by the user. Throws a Mistake with `prefix` if it cannot be read. */
export function readGiven(file: string, prefix = ''): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Mistake(`${prefix}${codeOf(error) === 'ENOENT' ? `no such file: ${file}` : messageOf(error)}`)
  }
}

/** Turns a refused change of settings or rules into a message that names the command's options. */
export async function refusing<T>(run: Promise<T>): Promise<T> {
  try {
    return await run
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw new Mistake(optionNamed(error.reason, (field) => (startDates.has(field) ? '--from' : field)))
  }
}

/** Fields with the date from which a change applies. */
const startDates: ReadonlySet<string> = new Set(['settings_from', 'overtime_from'])

/** The sentence of a refusal with the command's options in place of the API's names. */
export function optionNamed({ code, field, values = {} }: Reason, named: (field: string) => string = option): string {
  const { option: other } = values
  return textOf({
    code,
    ...(field !== undefined && { field: named(field) }),
    values: other === undefined ? values : { ...values, option: option(String(other)) },
  })
}

function option(name: string): string {
  return `--${name.replaceAll('_', '-')}`
}

/** A readable message for an error. Only a bug shows its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = givenCode(error)
  const remedy = remedyOf(error)
  if (remedy) return `${error.message}\n${remedy}`
  if (error instanceof RequestError && error.cause instanceof Error) return `${error.message} (${explain(error.cause)})`
  if (error instanceof RequestError && error.cause) return `${error.message} (${error.cause})`
  if (error instanceof AggregateError) return String(code ?? error.errors.map(explain).join(', '))
  if (error instanceof Mistake || error instanceof Refusal || error instanceof RequestError || code !== undefined)
    return error.message || String(code)
  // The program throws a plain Error for people to read; subclasses such as TypeError are bugs.
  return error.constructor === Error ? error.message : `this is a bug in Clockhouse\n${error.stack}`
}

/** The code of an error, such as the number that an aborted request has. */
function givenCode(error: Error): unknown {
  return 'code' in error ? error.code : undefined
}

/** What to do about a server that cannot listen at its address; undefined for any other error. */
function remedyOf(error: Error): string | undefined {
  const ofListening = 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
  const code = codeOf(error)
  return ofListening && Object.hasOwn(listening, code) ? listening[code] : undefined
}
