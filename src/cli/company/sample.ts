import type { Command } from 'commander'
import { obstacleText } from '../../rules/settings/sample_data.ts'
import { removalOf, removeSample, type SampleCounts, sampleKinds, sampleWords } from '../../sample/remove.ts'
import type { World } from '../../world.ts'
import { Mistake } from '../mistakes.ts'
import * as options from '../options.ts'
import { counted, printJson, say } from '../output.ts'
import { companyNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; json?: true }

/** `clockhouse sample …`: the sample data that a company was filled with. */
export function sampleCommand(program: Command): void {
  const sample = program.command('sample').description('show or remove the sample data of a company')
  sample
    .command('show')
    .description('show what removing the sample data would delete, and what prevents it')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given) => withWorld((world) => show(world, given)))
  sample
    .command('remove')
    .description('permanently remove the sample data; the company’s own records stay')
    .addOption(options.company())
    .addOption(options.json())
    .action((given: Given) => withWorld((world) => remove(world, given)))
}

async function show(world: World, given: Given): Promise<void> {
  const { company_id, name } = await companyNamed(world, given.company)
  const removal = await removalOf(world.db.read, company_id, world.now())
  if (given.json) return printJson(removal ?? null)
  if (!removal) return say(`${name} has no sample data.`)
  say(`Sample data of ${name}: ${inWords(removal.goes)}.`)
  for (const reason of removal.in_the_way) say(`In the way: ${obstacleText(reason)}.`)
}

async function remove(world: World, given: Given): Promise<void> {
  const { company_id, name } = await companyNamed(world, given.company)
  const removal = await removalOf(world.db.read, company_id, world.now())
  if (removal && removal.in_the_way.length > 0)
    throw new Mistake(
      `the sample data of ${name} cannot be removed yet\n${removal.in_the_way.map(obstacleText).join('\n')}`,
    )
  const goes = await world.db.write(removeSample, { companyId: company_id }, world.now())
  if (given.json) return printJson(goes)
  say(goes ? `Removed the sample data of ${name}: ${inWords(goes)}.` : `${name} has no sample data.`)
}

function inWords(counts: SampleCounts): string {
  const some = sampleKinds.filter((kind) => counts[kind] > 0)
  return some.map((kind) => counted(counts[kind], sampleWords[kind][0], sampleWords[kind][1])).join(', ')
}
