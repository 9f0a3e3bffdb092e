import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { codeOf, messageOf } from '../../rules/thrown.ts'
import { askSandbox } from '../../sandbox/ask.ts'
import { type RunningSandbox, runningSandboxes } from '../../sandbox/running.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say, table } from '../output.ts'
import { terminal } from '../terminal.ts'

type Given = { url?: string; ca?: string; json?: true }
type Clock = { now: string; local: string; tz: string; running: boolean }
type Mail = { created: string; to: string; subject: string; links: string[] }
type Rule = Record<string, unknown> & { id: number; matched: number; failed: number }

/** `clockhouse sandbox clock|fault|reset|snapshot|mails`: controls a running sandbox. */
export function sandboxControl(sandbox: Command): void {
  const add = (name: string, about: string) =>
    sandbox
      .command(name)
      .description(about)
      .option('--url <address>', 'the sandbox, such as http://127.0.0.1:8080; required if several are running')
      .option('--ca <file>', 'certificate to trust, for a sandbox with --https that is named by --url')
      .addOption(options.json())
  add('clock [change]', 'show its clock, or move it forward: +7d, +1h30m, 2026-12-01T08:00, run, stop')
    // Then "-1d" is a change, and the server says why that is refused.
    .allowUnknownOption()
    .action(async (change: string | undefined, given: Given) => {
      const ask = control(given)
      const clock =
        change === undefined ? ask<Clock>('GET', '/clock') : ask<Clock>('POST', '/clock', clockChange(change))
      print(given, await clock, clockText)
    })
  add(
    'fault [properties...]',
    'make requests fail: status=429 count=2 path=/timesheets; without properties, list the rules',
  )
    .option('--clear', 'remove all rules')
    .action(async (properties: string[], given: Given & { clear?: true }) => {
      const ask = control(given)
      if (given.clear) await ask('DELETE', '/faults')
      if (properties.length > 0) await ask('POST', '/faults', Object.fromEntries(properties.map(property)))
      print(given, (await ask<{ faults: Rule[] }>('GET', '/faults')).faults, faultsText)
    })
  add('reset', 'reset its data and its clock, and remove all faults').action(async (given: Given) =>
    print(given, await control(given)<Clock>('POST', '/reset'), clockText),
  )
  add('snapshot [action] [name]', 'list its snapshots, or save, restore or delete one').action(
    async (action: string | undefined, name: string | undefined, given: Given) => {
      const ask = control(given)
      await changeSnapshot(ask, action ?? 'list', name)
      print(given, (await ask<{ snapshots: string[] }>('GET', '/snapshots')).snapshots, (names) =>
        names.length > 0 ? names.join('\n') : 'There are no snapshots.',
      )
    },
  )
  add('mails', 'list the emails that it recorded instead of sending them').action(async (given: Given) =>
    print(given, (await control(given)<{ mails: Mail[] }>('GET', '/mails')).mails, mailsText),
  )
}

type Request = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>

function control(given: Given): Request {
  const { url, ca } = chosen(given)
  const trusted = ca === undefined ? undefined : readFileSync(ca, 'utf8')
  return async (method, path, body) => {
    try {
      return await askSandbox(url + path, method, { body, ca: trusted })
    } catch (error) {
      throw new Mistake(codeOf(error) === 'ECONNREFUSED' ? `no sandbox answers at ${url}` : messageOf(error))
    }
  }
}

/** The sandbox that a command is about. */
function chosen({ url, ca }: Given): RunningSandbox {
  const running = runningSandboxes(terminal().env.TMPDIR)
  if (url !== undefined) {
    if (!URL.canParse(url)) throw new Mistake(`--url must be an address such as http://127.0.0.1:8080, not "${url}"`, 2)
    const address = `${new URL(url).origin}/sandbox`
    return { url: address, ca: ca ?? running.find((one) => one.url === address)?.ca }
  }
  const [only] = running
  if (only && running.length === 1) return only
  if (running.length === 0) throw new Mistake('no sandbox is running; start one with clockhouse sandbox')
  throw new Mistake(
    `several sandboxes run; choose one with --url: ${running.map((one) => new URL(one.url).origin).join(', ')}`,
  )
}

function clockChange(text: string): object {
  if (text === 'run' || text === 'stop') return { running: text === 'run' }
  return /^[+-]/.test(text) ? { move: text } : { set: text }
}

function property(text: string): [string, string | number | boolean] {
  const [, name, , value = ''] = /^(\w+)(=(.*))?$/s.exec(text) ?? []
  if (name === undefined) throw new Mistake(`"${text}" must be a name and a value such as status=429`, 2)
  return [name, value]
}

async function changeSnapshot(ask: Request, action: string, name: string | undefined): Promise<void> {
  if (action === 'list') return
  if (!['save', 'restore', 'delete'].includes(action))
    throw new Mistake(`snapshot must be followed by list, save, restore or delete, not ${action}`, 2)
  if (name === undefined) throw new Mistake(`give the name of the snapshot to ${action}`, 2)
  const path = `/snapshots/${encodeURIComponent(name)}`
  if (action === 'save') await ask('POST', '/snapshots', { name })
  else if (action === 'restore') await ask('POST', `${path}/restore`)
  else await ask('DELETE', path)
}

function print<T>({ json }: Given, value: T, text: (value: T) => string): void {
  if (json) printJson(value)
  else say(text(value))
}

function clockText({ local, tz, running }: Clock): string {
  return `${local} in ${tz}, ${running ? 'running' : 'stopped'}`
}

function faultsText(rules: readonly Rule[]): string {
  if (rules.length === 0) return 'No request fails.'
  return table(
    ['id', 'fault', 'matched', 'failed'],
    rules.map(({ id, matched, failed, ...rule }) => [
      id,
      Object.entries(rule)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      matched,
      failed,
    ]),
  )
}

function mailsText(mails: readonly Mail[]): string {
  if (mails.length === 0) return 'No emails yet.'
  return table(
    ['created', 'to', 'subject'],
    mails.map(({ created, to, subject }) => [created, to, subject]),
  )
}
