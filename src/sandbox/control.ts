import { RequestError } from '../engine/errors.ts'
import { isRecord } from '../engine/fields.ts'
import { printLocal, printUtc } from '../rules/time/calendar.ts'
import { zone } from '../sample/company.ts'
import type { World } from '../world.ts'
import { type ClockState, instantNamed, type SandboxClock } from './clock.ts'
import { type FaultRules, faultRule } from './faults.ts'
import type { Control } from './front.ts'
import { recordedMails, recordedPushes, recordedWebhooks } from './recorded.ts'

/** What the requests control; each of these functions waits for its turn. */
type Controlled = {
  readonly clock: SandboxClock
  readonly about: { scenario: string; seed: number }
  readonly faults: FaultRules
  readonly world: World
  round(): Promise<void>
  changeClock(running: boolean | undefined, target?: (now: number) => number): Promise<number>
  reset(): Promise<void>
  snapshots(): string[]
  save(name: string): Promise<void>
  restore(name: string): Promise<void>
  forget(name: string): Promise<void>
}

type Asked = { name: string; search: URLSearchParams; body: Record<string, unknown> }
type Action = (sandbox: Controlled, asked: Asked) => object | Promise<object>

/** The requests under /sandbox. A path with `:name` ends in a name. */
const actions: Record<string, Action> = {
  'GET /': (sandbox) => ({
    ...describeClock(sandbox.clock.state),
    ...sandbox.about,
    faults: sandbox.faults.list().length,
  }),
  'GET /clock': (sandbox) => describeClock(sandbox.clock.state),
  'POST /clock': changeClock,
  'GET /faults': (sandbox) => ({ faults: sandbox.faults.list() }),
  'POST /faults': (sandbox, { body }) => sandbox.faults.add(faultRule(body)),
  'DELETE /faults': (sandbox) => ({ removed: sandbox.faults.remove() }),
  'DELETE /faults/:name': (sandbox, { name }) => {
    if (sandbox.faults.remove(Number(name)) === 0) throw new RequestError(404, 'no_such_fault', { name })
    return { removed: 1 }
  },
  'POST /reset': async (sandbox) => {
    await sandbox.reset()
    return describeClock(sandbox.clock.state)
  },
  'GET /snapshots': (sandbox) => ({ snapshots: sandbox.snapshots() }),
  'POST /snapshots': async (sandbox, { body }) => {
    const name = onlyText(body, 'name')
    await sandbox.save(name)
    return { name, ...describeClock(sandbox.clock.state) }
  },
  'POST /snapshots/:name/restore': async (sandbox, { name }) => {
    await sandbox.restore(name)
    return { name, ...describeClock(sandbox.clock.state) }
  },
  'DELETE /snapshots/:name': async (sandbox, { name }) => {
    await sandbox.forget(name)
    return { removed: 1 }
  },
  'GET /mails': async (sandbox, { search }) => {
    await sandbox.round()
    return { mails: await recordedMails(sandbox.world, search.get('to')) }
  },
  'GET /pushes': async (sandbox) => {
    await sandbox.round()
    return { pushes: await recordedPushes(sandbox.world) }
  },
  'GET /webhooks': async (sandbox) => {
    await sandbox.round()
    return { webhooks: await recordedWebhooks(sandbox.world) }
  },
}

/** Answers the requests that control a sandbox. */
export function controlOf(sandbox: Controlled): Control {
  return async (method, path, search, text) => {
    const [first = '', name = '', ...rest] = path.split('/').slice(1)
    const form = [first, ...(name === '' ? [] : [':name']), ...rest].join('/')
    const action = actions[`${method} /${form}`]
    if (action) return action(sandbox, { name: decodeURIComponent(name), search, body: read(text) })
    const methods = Object.keys(actions).flatMap((key) => (key.endsWith(` /${form}`) ? [key.split(' ')[0]!] : []))
    if (methods.length > 0)
      throw new RequestError(
        405,
        'method_not_possible',
        { method, methods: methods.join(', ') },
        {
          headers: { allow: methods.join(', ') },
        },
      )
    throw new RequestError(404, 'no_such_control', { path })
  }
}

async function changeClock(sandbox: Controlled, { body }: Asked) {
  const { move, set, running, ...rest } = body
  const unknown = Object.keys(rest)
  if (unknown.length > 0) throw new RequestError(417, 'no_such_clock_property', { property: unknown[0]! })
  if (move === undefined && set === undefined && running === undefined)
    throw new RequestError(417, 'clock_change_missing')
  if (running !== undefined && typeof running !== 'boolean')
    throw new RequestError(417, 'not_boolean', { field: 'running' })
  if (move !== undefined && set !== undefined) throw new RequestError(417, 'move_or_set')
  const text = move ?? set
  if (text !== undefined && typeof text !== 'string')
    throw new RequestError(417, 'must_be_a_text', { field: move === undefined ? 'set' : 'move' })
  const rounds = await sandbox.changeClock(
    running,
    text === undefined ? undefined : (now) => instantNamed(text, { now, zone }),
  )
  return { ...describeClock(sandbox.clock.state), rounds }
}

function describeClock({ now, running }: ClockState) {
  return { now: printUtc(now), local: printLocal(now, zone), tz: zone, running }
}

function read(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  try {
    const value = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Reported below.
  }
  throw new RequestError(400, 'body_not_an_object')
}

function onlyText(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  if (typeof value !== 'string') throw new RequestError(417, 'must_be_a_text', { field: name })
  return value
}
