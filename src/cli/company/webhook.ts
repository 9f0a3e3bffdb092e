import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { idIn } from '../../engine/table.ts'
import { parseInstant } from '../../rules/time/calendar.ts'
import { payloads } from '../../rules/webhooks/events.ts'
import {
  deliveriesOf,
  deliveryNumbered,
  deliveryStates,
  queueTest,
  replayDeliveries,
  rewindWebhook,
} from '../../webhooks/deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  type Webhook,
  type WebhookChoices,
  webhookNamed,
  webhooksOf,
} from '../../webhooks/webhooks.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { counted, moment, note, printJson, say, stamp, table } from '../output.ts'
import { companyNamed, withWorld } from '../server/database.ts'
import { listenCommand } from './webhook_listen.ts'

type Given = { company?: string; json?: true }
type Chosen = Given & {
  url?: string
  description?: string
  type?: string[]
  user?: string[]
  group?: string[]
  job?: string[]
  payload?: string
  on?: true
  off?: true
  skipWaiting?: true
}
type Replayed = Given & { number?: number; from?: string; until?: string; state?: string; sequence?: number }

/** `clockhouse webhook …`: addresses of other programs to which changes are sent. */
export function webhookCommand(program: Command): void {
  const webhook = program.command('webhook').description('send changes to other programs, and try out receivers')
  const command = (name: string, about: string) =>
    webhook.command(name).description(about).addOption(options.company()).addOption(options.json())
  const choosing = (name: string, about: string) =>
    command(name, about)
      .option('--description <text>', 'what it is for')
      .option('--type <event>', 'an event such as timesheet.created, or timesheet.*; repeat it', options.collect)
      .option('--user <id>', 'only records of this user; repeat it, all for everyone', options.collect)
      .option('--group <id>', 'only records of people in this group; repeat it, all for every group', options.collect)
      .option('--job <id>', 'only records on this jobcode; repeat it, all for every jobcode', options.collect)
      .option('--payload <kind>', 'thin: only which record changed; full: also the record')
  const on =
    <G extends Given>(run: (place: Place, given: G, ...args: string[]) => Promise<void>) =>
    async (...args: unknown[]) => {
      const given = args.at(-2) as G
      await withWorld(async (world, config) => {
        const { company_id: companyId } = await companyNamed(world, given.company)
        await run({ world, config, companyId }, given, ...(args.slice(0, -2) as string[]))
      })
    }
  command('list', 'list the webhooks').action(on(list))
  choosing('add', 'add a webhook; its secret is shown only once')
    .argument('<url>', 'where messages are sent')
    .action(on(add))
  choosing('set', 'change a webhook')
    .argument('<id>', 'id of the webhook')
    .option('--url <url>', 'another address')
    .option('--on', 'switch it on; it continues where it stopped')
    .option('--off', 'switch it off')
    .option('--skip-waiting', 'drop all changes that were not sent until now')
    .action(on(set))
  command('remove', 'delete a webhook and the log of its deliveries')
    .argument('<id>', 'id of the webhook')
    .action(on(remove))
  command('rotate', 'replace the secret; the old one also signs for a while')
    .argument('<id>', 'id of the webhook')
    .option('--overlap-hours <n>', 'how long both sign', options.whole(0, 720), 24)
    .action(on(rotate))
  command('test', 'send a test message; its delivery shows the response')
    .argument('<id>', 'id of the webhook')
    .action(on(test))
  command('deliveries', 'list the deliveries of a webhook, or show one with its request and response')
    .argument('<id>', 'id of the webhook')
    .option('--number <n>', 'only this delivery', options.whole(1, 2 ** 50))
    .option('--state <state>', `only those that are ${deliveryStates.join(', ')}`)
    .option('--limit <n>', 'most deliveries', options.whole(1, 1000), 50)
    .action(on(deliveries))
  command('replay', 'resend deliveries: one, those of a time span, or everything after a position in the change log')
    .argument('<id>', 'id of the webhook')
    .option('--number <n>', 'this delivery', options.whole(1, 2 ** 50))
    .option('--from <instant>', 'deliveries since this instant, such as 2026-03-01T08:00:00Z')
    .option('--until <instant>', 'only those before then')
    .option('--state <state>', `only those that are ${deliveryStates.join(', ')}`)
    .option('--sequence <n>', 'everything after this change', options.whole(0, 2 ** 50))
    .action(on(replay))
  listenCommand(webhook)
}

type Place = { world: World; config: Config; companyId: number }

async function list({ world, companyId }: Place, { json }: Given): Promise<void> {
  const found = await webhooksOf(world.db.read, { companyId })
  if (json)
    return printJson(
      found.map(({ created, oldUntil, due, createdBy, offReason, position, ...hook }) => ({
        ...hook,
        off_reason: offReason,
        sequence: position,
        created: stamp(created),
      })),
    )
  if (found.length === 0) return say('There are no webhooks. clockhouse webhook add makes one.')
  const rows = found.map((hook) => [hook.id, hook.url, hook.types.join(' '), hook.waiting, stateOf(hook)])
  say(table(['id', 'url', 'types', 'waiting', 'state'], rows))
}

function stateOf({ active, offReason, failures, due }: Webhook): string {
  if (!active) return offReason === '' ? 'off' : `switched off: ${offReason}`
  return failures > 0 ? `failing, next attempt ${moment(due)}` : 'on'
}

async function add({ world, config, companyId }: Place, given: Chosen, url: string): Promise<void> {
  const usual = { types: ['*'], description: '', filter: {}, payload: 'thin', active: true } as const
  const made = await createWebhook(world, config, { companyId, userId: 0 }, { ...usual, ...choicesOf(given, {}), url })
  if (given.json) return printJson(made)
  note(`Webhook ${made.id}. The secret that its messages are signed with is shown only once:`)
  say(made.secret)
}

async function set({ world, config, companyId }: Place, given: Chosen, wanted: string): Promise<void> {
  const id = idOf(wanted)
  if (given.on && given.off) throw new Mistake('--on and --off cannot be used together', 2)
  const { filter } = await webhookNamed(world.db.read, { companyId }, id)
  const active = given.on ? { active: true } : given.off ? { active: false } : {}
  const patch = { ...choicesOf(given, filter), ...(given.url !== undefined && { url: given.url }), ...active }
  const skipWaiting = given.skipWaiting === true
  await changeWebhook(world, config, { companyId, userId: 0, id }, { ...patch, skipWaiting })
  if (given.json) return printJson({ id })
  say(`Changed webhook ${id}.`)
}

/** The given options, merged with the current filter. */
function choicesOf({ description, type, user, group, job, payload }: Chosen, before: WebhookChoices['filter']) {
  const kind = payloads.find((known) => known === payload)
  if (payload !== undefined && !kind) throw new Mistake(`--payload must be ${payloads.join(' or ')}`, 2)
  const filter = Object.entries({ user_ids: user, group_ids: group, jobcode_ids: job }).reduce((all, [name, ids]) => {
    if (ids === undefined) return all
    const { [name as keyof typeof all]: _, ...rest } = all
    return ids.includes('all') ? rest : { ...rest, [name]: ids.map(idOf) }
  }, before)
  return {
    ...(description !== undefined && { description }),
    ...(type !== undefined && { types: type }),
    ...(kind && { payload: kind }),
    filter,
  }
}

async function remove({ world, companyId }: Place, { json }: Given, wanted: string): Promise<void> {
  const id = idOf(wanted)
  await deleteWebhook(world, companyId, id)
  if (json) return printJson({ deleted: id })
  say(`Deleted webhook ${id}.`)
}

async function rotate(place: Place, given: Given & { overlapHours: number }, wanted: string): Promise<void> {
  const { world, config, companyId } = place
  const { overlapHours, json } = given
  const id = idOf(wanted)
  const secret = await rotateWebhookSecret(world, config, { companyId, id, overlapHours })
  if (json) return printJson({ id, secret })
  note(`The new secret is shown only once. For ${overlapHours} hours messages are signed with both.`)
  say(secret)
}

async function test({ world, companyId }: Place, { json }: Given, wanted: string): Promise<void> {
  const id = idOf(wanted)
  const number = await world.db.write(queueTest, { companyId, webhookId: id }, world.now())
  if (json) return printJson({ id, number })
  say(`A running server sends it now. See clockhouse webhook deliveries ${id} --number ${number}`)
}

type Listed = Given & { number?: number; state?: string; limit: number }

async function deliveries({ world, companyId }: Place, given: Listed, wanted: string): Promise<void> {
  const { number, state, limit, json } = given
  checkState(state)
  const { read } = world.db
  const which = { companyId, webhookId: (await webhookNamed(read, { companyId }, idOf(wanted))).id }
  if (number !== undefined) {
    const one = await deliveryNumbered(read, which, number)
    if (json) return printJson({ ...one, created: stamp(one.created), sent: stamp(one.sent) })
    return say(
      `${one.state} after ${counted(one.attempts, 'attempt')}, last ${moment(one.sent)}: ${one.status || one.error}\n\n${one.body}\n\n${one.answer}`,
    )
  }
  const found = await deliveriesOf(read, which, { before: undefined, state, limit })
  if (json) return printJson(found.map((one) => ({ ...one, created: stamp(one.created), sent: stamp(one.sent) })))
  if (found.length === 0) return say('There are no deliveries.')
  const rows = found.map((one) => [
    ...[one.number, moment(one.created), one.type, one.recordId || '-', one.state, one.attempts],
    one.error || one.status || '-',
  ])
  say(table(['number', 'created', 'type', 'record', 'state', 'attempts', 'answer'], rows))
}

async function replay({ world, companyId }: Place, given: Replayed, wanted: string): Promise<void> {
  const { number, from, until, state, sequence, json } = given
  checkState(state)
  const webhookId = idOf(wanted)
  if ([number, from, sequence].filter((way) => way !== undefined).length !== 1)
    throw new Mistake('give one of --number, --from and --sequence', 2)
  const span = {
    ...(number !== undefined && { number }),
    ...(from !== undefined && { from: instantOf(from, '--from') }),
    ...(until !== undefined && { until: instantOf(until, '--until') }),
    ...(state !== undefined && { state }),
  }
  const replayed =
    sequence !== undefined
      ? await world.db.write(rewindWebhook, { companyId, webhookId, sequence }, world.now())
      : await world.db.write(replayDeliveries, { companyId, webhookId, ...span }, world.now())
  if (json) return printJson({ replayed })
  say(
    sequence === undefined
      ? `Queued again: ${counted(replayed, 'delivery', 'deliveries')}.`
      : `Reading again: ${counted(replayed, 'change')}.`,
  )
}

function checkState(state: string | undefined): void {
  if (state !== undefined && !deliveryStates.some((known) => known === state))
    throw new Mistake(`--state must be one of ${deliveryStates.join(', ')}`, 2)
}

function idOf(text: string): number {
  const id = idIn(text)
  if (id === 0) throw new Mistake(`"${text}" is not an id; see clockhouse webhook list`)
  return id
}

function instantOf(text: string, option: string): number {
  const parsed = parseInstant(text)
  if (!parsed) throw new Mistake(`${option} must be an instant such as 2026-03-01T08:00:00Z, not "${text}"`, 2)
  return parsed.instant
}
