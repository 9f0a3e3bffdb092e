import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import type { Transport } from '@modelcontextprotocol/server'
import type { Threads } from '../start.ts'

/** The input and output of a command, and the exit code that it has set. */
export type Terminal = {
  readonly env: Record<string, string | undefined>
  /** True if a person can be prompted. */
  readonly interactive: boolean
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
  /** All of standard input. */
  readonly readInput: () => string
  exitCode: 0 | 1
  /** The command that runs, such as `clockhouse user add`. */
  command?: string
  /** Receives what stops the server that the command has started. Without it, the server stops on a signal. */
  readonly onStart?: (stop: () => Promise<void>) => void
  /** The modules of that server's threads, if they are not those of the command itself. */
  readonly threads?: Threads
  /** Where `clockhouse mcp` talks with an assistant, if not over standard input and output. */
  readonly assistant?: Transport
}

/** The terminal of this process. */
export const processTerminal: Terminal = {
  env: process.env,
  interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  readInput: () => readFileSync(0, 'utf8'),
  exitCode: 0,
}

const current = new AsyncLocalStorage<Terminal>()

/** Runs a command at a terminal. */
export function at<T>(terminal: Terminal, work: () => Promise<T>): Promise<T> {
  return current.run(terminal, work)
}

/** The terminal at which this command runs. */
export function terminal(): Terminal {
  return current.getStore() ?? processTerminal
}
