import { type Static, Type } from 'typebox'
import type { Config } from '../config.ts'
import { type Actor, may } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, sql } from '../engine/sql.ts'
import { choicesOf, loadCompanyChoices, saveChoices, tells } from '../resources/notification_choices.ts'
import { loadSettings, zoneFor } from '../resources/settings.ts'
import type { User } from '../resources/users.ts'
import { alertNames, alertRulesOf, type Choices, type CompanyChoices, usually } from '../rules/notification_choices.ts'
import { type KindName, kindNames, kinds } from '../rules/notification_kinds.ts'
import { type ConsoleEndpoint, endpoint, refuseManaging } from './endpoint.ts'

const ways = Type.Object(
  { push: Type.Optional(Type.Boolean()), email: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)
const chosenKinds = Type.Optional(
  Type.Record(Type.String(), Type.Union([ways, Type.Null()]), {
    description: 'By kind: whether it goes by push and by mail; null takes back what was chosen.',
  }),
)
const clock = Type.String({ description: 'hh:mm' })
const quiet = Type.Object({ from: clock, to: clock }, { additionalProperties: false })

const rules = Type.Object(
  {
    off: Type.Optional(Type.Array(Type.String(), { maxItems: 50, description: 'Kinds that nobody is told of.' })),
    long_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168, description: 'After which an entry is long.' })),
    near_minutes: Type.Optional(
      Type.Integer({ minimum: 5, maximum: 1440, description: 'Before overtime, when it is near.' }),
    ),
    submit_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 14, description: 'After a pay period, when time should be submitted.' }),
    ),
  },
  { additionalProperties: false },
)

/** What people want to be told of and how, and what holds in the company. */
export const notificationChoiceEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/notification_choices',
    about:
      'What you are told of and how: each kind that concerns you with its ways (`changed`: you have chosen), your quiet hours, and whether there is a way: `mails`, this server sends mail and has an address of yours; `devices`, how many take push messages.',
    who: 'everybody',
    run: ({ actor, company, world, config }) => own(actor, { company, handle: world.db.read, config }),
  }),
  endpoint({
    method: 'PUT',
    path: '/notification_choices',
    about:
      'Changes the ways by which kinds of notifications reach you, and your quiet hours, during which what can wait does. Answers like GET.',
    who: 'everybody',
    body: Type.Object({ kinds: chosenKinds, quiet: Type.Optional(Type.Union([quiet, Type.Null()])) }),
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
    about:
      'What the company tells its people of: `alerts`, what is switched off and from when on something is worth telling, and for each kind by which ways it goes to whoever has not chosen.',
    who: 'administrators',
    async run({ company }) {
      return rulesAnswer(await loadCompanyChoices(company))
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/alert_rules',
    about: 'Changes that; what is left out stays. Answers like GET.',
    who: 'administrators',
    body: Type.Object({ alerts: Type.Optional(rules), kinds: chosenKinds }),
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

async function own(actor: Actor, { company, handle, config }: Place): Promise<object> {
  refuseManaging(actor)
  const { companyId, userId } = actor
  const ofCompany = await loadCompanyChoices(company)
  const choices = await choicesOf(handle, companyId, userId)
  await loadSettings(company)
  await company.look('users', [userId])
  const user = company.get<User>('users', userId)!
  const devices = await handle.get<{ count: number }>(
    sql`select count(*) as count from devices where company_id = ${companyId} and user_id = ${userId}`,
  )
  const leads = may(actor, 'approve_timesheets') || actor.manages.length > 0
  const concerning = kindNames.filter((name) => tells(company, name) && (leads || kinds[name].whose === 'own'))
  return {
    kinds: concerning.map((name) => kindAnswer(name, choices, ofCompany, choices)),
    quiet: choices.quiet ?? null,
    zone: zoneFor(company, user),
    mails: config.smtpUrl !== '' && user.email !== '',
    devices: Number(devices!.count),
  }
}

function rulesAnswer(choices: CompanyChoices): object {
  return { alerts: alertRulesOf(choices), kinds: alertNames.map((name) => kindAnswer(name, {}, choices, choices)) }
}

function kindAnswer(name: KindName, person: Choices, company: CompanyChoices, chosen: Choices): object {
  const { title, about, whose } = kinds[name]
  const [push, email] = (['push', 'email'] as const).map((channel) => usually(name, channel, person, company))
  return { name, title, about, whose, push, email, changed: chosen.kinds?.[name] !== undefined }
}

function checkKinds(given: object | undefined, known: readonly KindName[]): void {
  for (const name of Object.keys(given ?? {}))
    if (!known.some((kind) => kind === name))
      throw new RequestError(417, `kinds.${name}: must be one of ${known.join(', ')}`)
}

function checkQuiet({ from, to }: Static<typeof quiet>): void {
  for (const [name, value] of [['from', from] as const, ['to', to] as const])
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value))
      throw new RequestError(417, `quiet.${name}: must be a time of day such as 22:00`)
  if (from === to) throw new RequestError(417, 'quiet.to: must be another time than quiet.from')
}

function checkedRules({ off, ...numbers }: Static<typeof rules>) {
  const wrong = off?.find((name) => !alertNames.some((known) => known === name))
  if (wrong !== undefined)
    throw new RequestError(417, `alerts.off: ${wrong} cannot be switched off; only ${alertNames.join(', ')}`)
  return { ...numbers, ...(off ? { off: alertNames.filter((name) => off.includes(name)) } : {}) }
}
