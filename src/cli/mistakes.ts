import { type Config, readConfig } from '../config.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { terminal } from './terminal.ts'

/** Something that whoever gave the command can put right. Exit code 2 when the command was not understood, else 1. */
export class Mistake extends Error {
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The settings of the environment; a Mistake when one of them cannot be used. */
export function configured(overrides: Record<string, string> = {}): Config {
  try {
    return readConfig({ ...terminal().env, ...overrides })
  } catch (error) {
    throw new Mistake(`${(error as Error).message}\nclockhouse settings lists all settings.`)
  }
}

/** What went wrong, for a person. Only a bug shows its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') return `${error.message}\nSet PORT to another one, or stop what listens there.`
  if (error instanceof RequestError && error.cause instanceof Error) return `${error.message} (${explain(error.cause)})`
  if (error instanceof RequestError && error.cause) return `${error.message} (${error.cause})`
  if (error instanceof AggregateError) return code ?? error.errors.map(explain).join(', ')
  if (error instanceof Mistake || error instanceof Refusal || error instanceof RequestError || code !== undefined)
    return error.message || String(code)
  // What the rest of the program throws for people to read is a plain Error; the language's own are bugs.
  return error.constructor === Error ? error.message : `this is a bug in Clockhouse\n${error.stack}`
}
