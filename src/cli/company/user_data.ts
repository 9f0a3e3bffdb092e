import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { noteInAudit } from '../../audit/write.ts'
import { anonymize } from '../../people_data/anonymize.ts'
import { ownData } from '../../people_data/own_data.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { say } from '../output.ts'
import { companyNamed, personNamed, withWorld } from '../server/database.ts'

type CompanyOption = { company?: string }

/** `clockhouse user export` and `clockhouse user anonymize`: the data stored about a person. */
export function userDataCommands(user: Command): void {
  user
    .command('export')
    .description('write everything that is stored about a user to a zip file, as JSON and CSV')
    .argument('<username>', 'username or id of the user')
    .option('--out <file>', 'the file; its name is printed')
    .addOption(options.company())
    .action((wanted: string, given: CompanyOption & { out?: string }) =>
      withWorld((world) => exportData(world, wanted, given)),
    )
  user
    .command('anonymize')
    .description('permanently remove everything that names or describes an archived user; their time and pay stay')
    .argument('<username>', 'username or id of the user')
    .requiredOption('--name <name>', 'first and last name of the user, as a confirmation')
    .addOption(options.company())
    .action((wanted: string, given: CompanyOption & { name: string }) =>
      withWorld((world) => anonymizeUser(world, wanted, given)),
    )
}

async function exportData(world: World, wanted: string, given: CompanyOption & { out?: string }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const { id } = await personNamed(world, company, wanted, 'username')
  const companyId = company.company_id
  const made = (await ownData(world.db.read, companyId, id, { now: world.now(), withPay: true }))!
  const entry = { kind: 'exports', event: 'data exported', type: 'users', id }
  await world.db.write(noteInAudit, { companyId, entry }, world.now())
  const file = given.out ?? made.name
  writeFileSync(file, made.bytes, { mode: 0o600 })
  say(file)
}

async function anonymizeUser(world: World, wanted: string, given: CompanyOption & { name: string }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const person = await personNamed(world, company, wanted, 'username')
  if (given.name.trim() !== `${person.first_name} ${person.last_name}`.trim())
    throw new Mistake(`--name: this is not the name of ${person.username}`)
  if (person.active) throw new Mistake(`username: archive ${person.username} first; then they can be anonymized`)
  const author = { userId: 0, application: 'clockhouse' }
  const input = { companyId: company.company_id, userId: person.id, author }
  await world.db.write(anonymize, input, world.now())
  say(`Anonymized user ${person.id}.`)
}
