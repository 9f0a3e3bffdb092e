import { Type } from 'typebox'
import type { Company } from '../engine/company.ts'
import { RequestError } from '../engine/errors.ts'
import {
  type Application,
  allowedApplications,
  createApplication,
  deleteApplication,
  disallowApplication,
  listApplications,
  rotateSecret,
  updateApplication,
  useOfApplications,
} from '../oauth/applications.ts'
import { printUtc } from '../rules/calendar.ts'
import type { World } from '../world.ts'
import { type ConsoleEndpoint, endpoint, recordNumber, refuseManaging } from './endpoint.ts'
import { moment, nameOf } from './names.ts'

const one = Type.Object({ id: recordNumber })

const editable = {
  name: Type.String(),
  description: Type.Optional(Type.String()),
  redirect_uris: Type.Array(Type.String(), { maxItems: 100 }),
  open_to_all: Type.Optional(Type.Boolean()),
}

/** Applications that the company has registered, and those that somebody has allowed to act for them. */
export const applicationEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/applications',
    about:
      'The applications of the company: `people` have allowed each, `last_used` is when it last acted for one of them, to the quarter of an hour, null for never.',
    who: 'administrators',
    run: async ({ actor, company, world }) => ({ applications: await shown(world, company, actor.companyId) }),
  }),
  endpoint({
    method: 'POST',
    path: '/applications',
    about:
      'Registers an application. `client_secret` is shown this once; a public client, a program on people’s own devices, has none and must use PKCE. `open_to_all`: people of every company of this server may use it.',
    who: 'administrators',
    byHand: true,
    body: Type.Object({ ...editable, public_client: Type.Optional(Type.Boolean()) }),
    async run({ actor, company, world, body }) {
      const { companyId, userId } = actor
      const made = await createApplication(world, {
        companyId,
        userId,
        name: body.name,
        description: body.description ?? '',
        redirectUris: body.redirect_uris,
        publicClient: body.public_client ?? false,
        openToAll: body.open_to_all ?? false,
      })
      const application = await found(world, company, companyId, made.id)
      return { application, client_secret: made.clientSecret ?? null }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/applications/:id',
    about:
      'Changes what is given, at once: when an address is taken out, who is just being asked starts again, and codes on their way are worthless, and without `open_to_all` what people of other companies have allowed ends.',
    who: 'administrators',
    byHand: true,
    params: one,
    body: Type.Partial(Type.Object(editable)),
    async run({ actor: { companyId }, company, world, params: { id }, body }) {
      const { name, description, redirect_uris: redirectUris, open_to_all: openToAll } = body
      const patch = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(redirectUris === undefined ? {} : { redirectUris }),
        ...(openToAll === undefined ? {} : { openToAll }),
      }
      if (!(await updateApplication(world, { companyId, id }, patch))) throw absent(id)
      return { application: await found(world, company, companyId, id) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/applications/:id/secret',
    about:
      'Gives the application a new secret, shown this once. The old one is worthless at once; tokens go on working.',
    who: 'administrators',
    byHand: true,
    params: one,
    async run({ actor: { companyId }, company, world, params: { id } }) {
      const application = await found(world, company, companyId, id)
      if (application.public_client) throw new RequestError(417, 'id: a public client has no secret')
      const secret = await rotateSecret(world, companyId, id)
      if (secret === undefined) throw absent(id)
      return { application, client_secret: secret }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/applications/:id',
    about: 'Deletes the application with every token that it was given.',
    who: 'administrators',
    byHand: true,
    params: one,
    async run({ actor: { companyId }, world, params: { id } }) {
      if (!(await deleteApplication(world, companyId, id))) throw absent(id)
      return { deleted: id }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/allowed_applications',
    about:
      'The applications that you have allowed to act for you, each with the company that registered it, since when, and when it last did.',
    who: 'everybody',
    async run({ actor, world }) {
      refuseManaging(actor)
      const allowed = await allowedApplications(world, actor)
      return {
        allowed_applications: allowed.map(({ clientId, name, description, company, since, lastUsed }) => ({
          client_id: clientId,
          name,
          description,
          company,
          since: printUtc(since),
          last_used: moment(lastUsed),
        })),
      }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/allowed_applications/:client_id',
    about: 'Takes back what you have allowed an application; its tokens for you end at once.',
    who: 'everybody',
    params: Type.Object({ client_id: Type.String({ maxLength: 100 }) }),
    async run({ actor, world, params: { client_id } }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      if (!(await disallowApplication(world, { companyId, userId, clientId: client_id })))
        throw new RequestError(404, 'client_id: you have allowed no such application')
      return { deleted: client_id }
    },
  }),
]

async function shown(world: World, company: Company, companyId: number) {
  const applications = await listApplications(world, companyId)
  const use = await useOfApplications(world, applications)
  await company.look(
    'users',
    applications.map(({ createdBy }) => createdBy),
  )
  return applications.map((app) => ({ ...printed(app, company), ...useOf(use.get(app.clientId)!) }))
}

function printed(app: Application, company: Company) {
  return {
    id: app.id,
    client_id: app.clientId,
    name: app.name,
    description: app.description,
    redirect_uris: app.redirectUris,
    public_client: app.publicClient,
    open_to_all: app.openToAll,
    created: printUtc(app.created),
    created_by: nameOf(company, app.createdBy),
  }
}

function useOf({ people, lastUsed }: { people: number; lastUsed: number }) {
  return { people, last_used: moment(lastUsed) }
}

async function found(world: World, company: Company, companyId: number, id: number) {
  const application = (await shown(world, company, companyId)).find((app) => app.id === id)
  if (!application) throw absent(id)
  return application
}

function absent(id: number): RequestError {
  return new RequestError(404, `id: there is no application ${id}`)
}
