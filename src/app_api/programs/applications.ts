import { Type } from 'typebox'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
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
} from '../../oauth/applications.ts'
import { valueAt } from '../../rules/elements.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { type AppEndpoint, endpoint, recordId, refuseManaging } from '../endpoint.ts'
import { instant, moment, nameOf, nullable, person } from '../format.ts'

const one = Type.Object({ id: recordId })

const lastUsed = nullable(instant('Accurate to 15 minutes; null if never.'))

const selfRegistered = Type.Boolean({ description: 'It registered itself: no one has checked its name.' })

const application = Type.Object({
  id: Type.Integer(),
  client_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  public_client: Type.Boolean({ description: 'Runs on people’s own devices, has no secret, and must use PKCE.' }),
  open_to_all: Type.Boolean({ description: 'People in every company on this server may use it.' }),
  self_registered: selfRegistered,
  created: instant(),
  created_by: person,
  people: Type.Integer({ description: 'How many people have allowed it.' }),
  last_used: lastUsed,
})

const editable = {
  name: Type.String(),
  description: Type.Optional(Type.String()),
  redirect_uris: Type.Array(Type.String(), { maxItems: 100 }),
  open_to_all: Type.Optional(
    Type.Boolean({
      description: 'Can be true only if it already is; only the operator can turn it on, at the command line.',
    }),
  ),
}

/** The company's OAuth applications, and the applications that the user has allowed to act for them. */
export const applicationEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/applications',
    about: 'Lists the OAuth applications of the company.',
    who: 'administrators',
    answer: Type.Object({ applications: Type.Array(application) }),
    run: async ({ actor, company, world }) => ({ applications: await shown(world, company, actor.companyId) }),
  }),
  endpoint({
    method: 'POST',
    path: '/applications',
    about: 'Registers an application.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    body: Type.Object({ ...editable, public_client: Type.Optional(Type.Boolean()) }),
    answer: Type.Object({
      application,
      client_secret: nullable(Type.String({ description: 'Shown only this once; null for a public client.' })),
    }),
    async run({ actor, company, world, body }) {
      const { companyId, userId } = actor
      refuseOpening(body.open_to_all)
      const made = await createApplication(world, {
        companyId,
        userId,
        name: body.name,
        description: body.description ?? '',
        redirectUris: body.redirect_uris,
        publicClient: body.public_client ?? false,
      })
      const application = await found(world, company, companyId, made.id)
      return { application, client_secret: made.clientSecret ?? null }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/applications/:id',
    about:
      'Changes an application; omitted properties stay as they are. Removing a redirect URI ends the sign-ins in progress that use it and voids their codes. Turning off `open_to_all` revokes the access that people in other companies have granted.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    params: one,
    body: Type.Partial(Type.Object(editable)),
    answer: Type.Object({ application }),
    async run({ actor: { companyId }, company, world, params: { id }, body }) {
      const { name, description, redirect_uris: redirectUris, open_to_all: openToAll } = body
      const before = await found(world, company, companyId, id)
      if (!before.open_to_all) refuseOpening(openToAll)
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
    about: 'Replaces the application’s secret. The old one stops working immediately; tokens keep working.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    params: one,
    answer: Type.Object({ application, client_secret: Type.String({ description: 'Shown only this once.' }) }),
    async run({ actor: { companyId }, company, world, params: { id } }) {
      const application = await found(world, company, companyId, id)
      if (application.public_client) throw new RequestError(417, 'public_client_has_no_secret')
      const secret = await rotateSecret(world, companyId, id)
      if (secret === undefined) throw absent(id)
      return { application, client_secret: secret }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/applications/:id',
    about: 'Deletes an application and every token granted to it.',
    who: 'administrators',
    firstPartyOnly: true,
    params: one,
    answer: Type.Object({ deleted: Type.Integer() }),
    async run({ actor: { companyId }, world, params: { id } }) {
      if (!(await deleteApplication(world, companyId, id))) throw absent(id)
      return { deleted: id }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/allowed_applications',
    about: 'Lists the applications that you have allowed to act for you.',
    who: 'everyone',
    answer: Type.Object({
      allowed_applications: Type.Array(
        Type.Object({
          client_id: Type.String(),
          name: Type.String(),
          description: Type.String(),
          company: Type.String({ description: 'The company that registered it, or where it registered itself.' }),
          self_registered: selfRegistered,
          since: instant('When you allowed it.'),
          last_used: lastUsed,
        }),
      ),
    }),
    async run({ actor, world }) {
      refuseManaging(actor)
      const allowed = await allowedApplications(world, actor)
      return {
        allowed_applications: allowed.map((app) => ({
          client_id: app.clientId,
          name: app.name,
          description: app.description,
          company: app.company,
          self_registered: app.selfRegistered,
          since: printUtc(app.since),
          last_used: moment(app.lastUsed),
        })),
      }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/allowed_applications/:client_id',
    about: 'Revokes an application’s access to your account; its tokens stop working immediately.',
    who: 'everyone',
    params: Type.Object({ client_id: Type.String({ maxLength: 100, description: 'The application.' }) }),
    answer: Type.Object({ deleted: Type.String() }),
    async run({ actor, world, params: { client_id } }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      if (!(await disallowApplication(world, { companyId, userId, clientId: client_id })))
        throw new RequestError(404, 'no_such_allowed_application')
      return { deleted: client_id }
    },
  }),
]

/** Refuses to open an application to every company: that lets strangers create companies on this server. */
function refuseOpening(openToAll: boolean | undefined): void {
  if (openToAll) throw new RequestError(403, 'open_to_all_for_operator')
}

async function shown(world: World, company: CompanySnapshot, companyId: number) {
  const applications = await listApplications(world, companyId)
  const use = await useOfApplications(world, applications)
  await company.look(
    'users',
    applications.map(({ createdBy }) => createdBy),
  )
  return applications.map((app) => ({ ...printed(app, company), ...useOf(valueAt(use, app.clientId)) }))
}

function printed(app: Application, company: CompanySnapshot) {
  return {
    id: app.id,
    client_id: app.clientId,
    name: app.name,
    description: app.description,
    redirect_uris: app.redirectUris,
    public_client: app.publicClient,
    open_to_all: app.openToAll,
    self_registered: app.selfRegistered,
    created: printUtc(app.created),
    created_by: nameOf(company, app.createdBy),
  }
}

function useOf({ people, lastUsed }: { people: number; lastUsed: number }) {
  return { people, last_used: moment(lastUsed) }
}

async function found(world: World, company: CompanySnapshot, companyId: number, id: number) {
  const application = (await shown(world, company, companyId)).find((app) => app.id === id)
  if (!application) throw absent(id)
  return application
}

function absent(id: number): RequestError {
  return new RequestError(404, 'no_such_application', { id })
}
