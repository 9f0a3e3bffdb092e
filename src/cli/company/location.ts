import type { Command } from 'commander'
import { Refusal } from '../../engine/errors.ts'
import { sql } from '../../engine/sql.ts'
import { idMax } from '../../engine/table.ts'
import { fenceRadius, setFence } from '../../resources/geofence_configs.ts'
import { type Address, formatted } from '../../resources/locations.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { printJson, say, table } from '../output.ts'
import { companyNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; json?: true }

const { min, max, usual } = fenceRadius

/** `clockhouse location …`: locations and their geofences. */
export function locationCommand(program: Command): void {
  const location = program.command('location').description('list locations and set their geofences')
  location
    .command('list')
    .description('list the locations of a company with their geofences')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given) => withWorld((world) => list(world, given)))
  location
    .command('geofence')
    .description('create, change or turn off the geofence of a location')
    .argument('<location>', 'id of the location', options.whole(1, idMax))
    .option('--radius <meters>', `${min} to ${max}; ${usual} by default for a new geofence`, options.whole(min, max))
    .option('--off', 'turn the geofence off, but keep it')
    .addOption(options.company())
    .addOption(options.json())
    .action((wanted: number, given: Given & { radius?: number; off?: true }) =>
      withWorld((world) => fence(world, wanted, given)),
    )
}

async function list(world: World, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const rows = await world.db.read.all<Address & { id: number; radius: number | null; enabled: number | null }>(
    sql`select l.*, g.radius, g.enabled from locations l
      left join geofence_configs g on g.company_id = l.company_id and g.id = l.geofence_config_id
      where l.company_id = ${company.company_id} and l.active = 1 order by l.id`,
  )
  if (given.json)
    return printJson(
      rows.map((row) => ({
        id: row.id,
        label: row.label,
        formatted_address: formatted(row),
        radius: row.radius,
        enabled: row.enabled === 1,
      })),
    )
  if (rows.length === 0) return say('There are no locations. Create them in the app or through the API.')
  const fenceOf = ({ radius, enabled }: (typeof rows)[number]) =>
    radius === null ? '-' : enabled === 1 ? `${radius} m` : `${radius} m, off`
  const cells = rows.map((row) => [row.id, String(row.label) || '-', formatted(row), fenceOf(row)])
  say(table(['id', 'label', 'address', 'geofence'], cells))
}

async function fence(world: World, locationId: number, given: Given & { radius?: number; off?: true }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const radius = given.radius === undefined ? {} : { radius: given.radius }
  const input = { companyId: company.company_id, locationId, enabled: !given.off, ...radius }
  const set = await world.db.write(setFence, input, world.now()).catch((error: unknown) => {
    if (error instanceof Refusal) throw new Mistake(`${error.message}; see clockhouse location list`)
    throw error
  })
  if (given.json) return printJson({ id: set.id, location: locationId, enabled: set.enabled, radius: set.radius })
  say(
    set.enabled
      ? `Location ${locationId} has a geofence with a radius of ${set.radius} meters.`
      : `The geofence of location ${locationId} is off.`,
  )
}
