import { type Static, Type } from 'typebox'
import { choicesOf, loadCompanyChoices, saveChoices, tells } from '../../company/mail/notification_choices.ts'
import { loadSettings, zoneFor } from '../../company/settings/settings.ts'
import type { Config } from '../../config.ts'
import { type Actor, may } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { type Handle, oneRow, sql } from '../../engine/sql.ts'
import {
  alertNames,
  alertRulesOf,
  type Choices,
  type CompanyChoices,
  usually,
} from '../../rules/notifications/choices.ts'
import { type Channel, type KindName, kindNames, kinds } from '../../rules/notifications/kinds.ts'
import { type AppEndpoint, endpoint, refuseManaging } from '../endpoint.ts'
import { nullable } from '../format.ts'

const ways = Type.Object(
  { push: Type.Optional(Type.Boolean()), email: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)
const chosenKinds = Type.Optional(
  Type.Record(Type.String(), Type.Union([ways, Type.Null()]), {
    description: 'By kind: whether it is sent by push and by email; null restores the default.',
  }),
)
const clock = Type.String({ description: 'hh:mm' })
const quiet = Type.Object({ from: clock, to: clock }, { additionalProperties: false })

const off = 'Kinds turned off for the whole company.'
const longHours = 'Hours after which an entry counts as long.'
const nearMinutes = 'Minutes before overtime starts when it counts as near.'
const submitDays = 'Days after the end of a pay period by which time should be submitted.'

const rules = Type.Object(
  {
    off: Type.Optional(Type.Array(Type.String(), { maxItems: 50, description: off })),
    long_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168, description: longHours })),
    near_minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 1440, description: nearMinutes })),
    submit_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 14, description: submitDays })),
  },
  { additionalProperties: false },
)

const kind = Type.Object({
  name: Type.Enum([...kindNames]),
  title: Type.String(),
  about: Type.String(),
  whose: Type.Enum(['own', 'managers'], { description: 'About your own time, or for people who manage others.' }),
  push: Type.Boolean(),
  email: Type.Boolean(),
  changed: Type.Boolean({ description: 'Set by you, not a default.' }),
})

const choices = Type.Object({
  kinds: Type.Array(kind, { description: 'The kinds that apply to you.' }),
  quiet: nullable(quiet),
  zone: Type.String({ description: 'The time zone of the quiet hours.' }),
  mails: Type.Boolean({ description: 'This server sends email, and you have an email address.' }),
  devices: Type.Integer({ description: 'Number of your devices that receive push messages.' }),
})

const alertRules = Type.Object({
  alerts: Type.Object({
    off: Type.Array(Type.Enum([...kindNames]), { description: off }),
    long_hours: Type.Integer({ description: longHours }),
    near_minutes: Type.Integer({ description: nearMinutes }),
    submit_days: Type.Integer({ description: submitDays }),
  }),
  kinds: Type.Array(kind, { description: 'How alerts reach people who have not made their own choice.' }),
})

/** Which notifications people receive and how, and the company's rules for alerts. */
export const notificationChoiceEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/notification_choices',
    about:
      'Shows which notifications you receive and how, your quiet hours, and whether push messages and email can reach you.',
    who: 'everyone',
    answer: choices,
    run: ({ actor, company, world, config }) => own(actor, { company, handle: world.db.read, config }),
  }),
  endpoint({
    method: 'PUT',
    path: '/notification_choices',
    about:
      'Changes how each kind of notification reaches you, and your quiet hours, during which everything that can wait is held.',
    who: 'everyone',
    body: Type.Object({ kinds: chosenKinds, quiet: Type.Optional(nullable(quiet)) }),
    answer: choices,
    async run({ actor, company, world, config, now, body }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      checkKinds(body.kinds, kindNames)
      if (body.quiet) checkQuiet(body.quiet)
      await world.db.write(saveChoices, { companyId, userId, change: body }, now)
      return own(actor, { company, handle: world.db.read, config })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/alert_rules',
    about: 'Shows the company’s alerts: which are turned off, when they are due, and how they reach people.',
    who: 'administrators',
    answer: alertRules,
    async run({ company }) {
      return rulesAnswer(await loadCompanyChoices(company))
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/alert_rules',
    about: 'Changes the company’s alerts; omitted fields stay as they are.',
    who: 'administrators',
    body: Type.Object({ alerts: Type.Optional(rules), kinds: chosenKinds }),
    answer: alertRules,
    async run({ actor: { companyId }, world, now, body }) {
      const { alerts, kinds } = body
      checkKinds(kinds, alertNames)
      const change = { kinds, alerts: alerts && checkedRules(alerts) }
      await world.db.write(saveChoices, { companyId, userId: 0, change }, now)
      return rulesAnswer(await choicesOf(world.db.read, companyId, 0))
    },
  }),
]

type Place = { company: Parameters<typeof loadCompanyChoices>[0]; handle: Handle; config: Config }

async function own(actor: Actor, { company, handle, config }: Place): Promise<Static<typeof choices>> {
  refuseManaging(actor)
  const { companyId, userId } = actor
  const ofCompany = await loadCompanyChoices(company)
  const chosen = await choicesOf(handle, companyId, userId)
  await loadSettings(company)
  await company.look('users', [userId])
  const user = company.existing('users', userId)
  const devices = await oneRow<{ count: number }>(
    handle,
    sql`select count(*) as count from push_devices where company_id = ${companyId} and user_id = ${userId}`,
  )
  const leads = may(actor, 'approve_timesheets') || actor.manages.length > 0
  const concerning = kindNames.filter((name) => tells(company, name) && (leads || kinds[name].whose === 'own'))
  return {
    kinds: concerning.map((name) => kindAnswer(name, chosen, ofCompany, chosen)),
    quiet: chosen.quiet ?? null,
    zone: zoneFor(company, user),
    mails: config.smtpUrl !== '' && user.email !== '',
    devices: Number(devices.count),
  }
}

function rulesAnswer(choices: CompanyChoices): Static<typeof alertRules> {
  const { off, ...numbers } = alertRulesOf(choices)
  return {
    alerts: { off: [...off], ...numbers },
    kinds: alertNames.map((name) => kindAnswer(name, {}, choices, choices)),
  }
}

function kindAnswer(name: KindName, person: Choices, company: CompanyChoices, chosen: Choices): Static<typeof kind> {
  const { title, about, whose } = kinds[name]
  const goesBy = (channel: Channel) => usually(name, channel, person, company)
  const [push, email] = [goesBy('push'), goesBy('email')]
  return { name, title, about, whose, push, email, changed: chosen.kinds?.[name] !== undefined }
}

function checkKinds(given: object | undefined, known: readonly KindName[]): void {
  for (const name of Object.keys(given ?? {}))
    if (!known.some((kind) => kind === name))
      throw new RequestError(417, 'not_one_of_kinds', { field: `kinds.${name}`, choices: known.join(', ') })
}

function checkQuiet({ from, to }: Static<typeof quiet>): void {
  for (const [name, value] of [['from', from] as const, ['to', to] as const])
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value))
      throw new RequestError(417, 'time_of_day_unreadable', { field: `quiet.${name}` })
  if (from === to) throw new RequestError(417, 'quiet_hours_empty')
}

function checkedRules({ off, ...numbers }: Static<typeof rules>) {
  const wrong = off?.find((name) => !alertNames.some((known) => known === name))
  if (wrong !== undefined)
    throw new RequestError(417, 'alert_stays_on', { name: wrong, choices: alertNames.join(', ') })
  return { ...numbers, ...(off ? { off: alertNames.filter((name) => off.includes(name)) } : {}) }
}
