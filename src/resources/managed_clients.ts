import { visible } from '../company/rights/visible.ts'
import { RequestError } from '../engine/errors.ts'
import { bool, derived, hidden, id, instant, integer, type ValuesOf } from '../engine/fields.ts'
import { anyOf, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, type Operation, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'

/** The shown properties of a managed company. */
type Managed = { company_id: number; name: string; client_url: string }

const ofManaged = (name: 'name' | 'client_url', about: string) =>
  derived(
    { type: 'string' },
    (row, { company }) =>
      JSON.stringify(
        company.valueNow<Map<number, Managed>>('managedCompanies').get(row.managed_company_id)?.[name] ?? '',
      ),
    { about },
  )

const fields = {
  id: {
    ...id(),
    print: (value: number) => `"${value}"`,
    schema: { type: 'string', examples: ['4146'] },
    about: 'The value for the header vnd.tsheets.ManagedClientId.',
  },
  company_url: ofManaged('client_url', 'Name of the managed company in URLs.'),
  company_name: ofManaged('name', 'Its name.'),
  active: bool({ access: 'read-only', about: 'False: no longer managed.' }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  managed_company_id: hidden(integer()),
}

/** A link by which one company manages another: its administrators with external_access may act there. */
type ManagedClient = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    managed_clients: ValuesOf<typeof fields>
  }
}

/** Companies that this one manages. Links are created on the server's command line. */
export const managedClients = resource('managed_clients', {
  about: 'Companies of this server that this one manages. To act in one, send its id as vnd.tsheets.ManagedClientId.',
  order: sql`id`,
  fields,
  filters: { active: state('active', 'yes'), ids: anyOf('id') },
  visible: visible('managed_clients'),
  listable(_, { actor }) {
    if (!actor.isAdmin) throw new RequestError(403, 'managed_clients_for_administrators_only')
  },
  // Cached like everything of this company, so renaming a company must change the version of those that manage it.
  async prepare(_, { company }) {
    await company.value('managedCompanies', async (handle) => {
      const links = await handle.all<Pick<ManagedClient, 'managed_company_id'>>(
        sql`select managed_company_id from managed_clients where company_id = ${company.row.company_id}`,
      )
      const ids = links.map((link) => link.managed_company_id)
      const rows = await handle.all<Managed>(
        sql`select company_id, name, client_url from companies where ${inList(sql`company_id`, ids)}`,
      )
      return new Map(rows.map((row) => [row.company_id, row]))
    })
  },
})

type Link = { companyId: number; managedId: number; active: boolean }

/**
 * Makes one company manage another, reusing an earlier link's id, or ends that. Returns the id of the link; 0 if there
 * is none to end.
 */
export const linkClient: Operation<Link, number> = operation('linkClient', async (tx, given) => {
  const { companyId, managedId, active } = given
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: 'clockhouse' })
  const [known] = await work.load('managed_clients', sql`managed_company_id = ${managedId}`)
  if (!known && !active) return 0
  const link = known
    ? work.change('managed_clients', known.id, { active })
    : work.insert('managed_clients', { managed_company_id: managedId, active, created: 0 })
  await work.flush()
  return link.id
})
