import { Type } from 'typebox'
import { loadSettings, zoneFor } from '../../company/settings/settings.ts'
import { keysOf, objectOf } from '../../rules/elements.ts'
import { obstacleTexts } from '../../rules/settings/sample_data.ts'
import {
  type Begun,
  beginSample,
  begunIn,
  failSample,
  obstacle,
  type Progress,
  placeSample,
} from '../../sample/place.ts'
import { removalOf, removeSample, sampleKinds } from '../../sample/remove.ts'
import type { World } from '../../world.ts'
import { type AppEndpoint, endpoint, refuseManaging } from '../endpoint.ts'
import { pause } from '../live/background.ts'

const counts = {
  done: Type.Integer({ description: 'Records created so far.' }),
  of: Type.Integer({ description: 'Total number of records; 0 until it is known.' }),
}

const goes = Type.Object(
  objectOf(sampleKinds, () => Type.Integer()),
  { description: 'How many records of the sample would be removed, by kind.' },
)
const inTheWay = Type.Object({
  code: Type.Enum(keysOf(obstacleTexts), {
    description: '`table.column`: records of your own refer to sample data through this column or table.',
  }),
  count: Type.Integer({ description: 'How many records; 0 if it is not about records.' }),
})
const none = objectOf(sampleKinds, () => 0)

/** Fills an empty company with people, jobs and weeks of time, for exploring. */
export const sampleEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/sample_data',
    about: 'Shows the progress of filling the company with sample data.',
    who: 'administrators',
    answer: Type.Object({
      state: Type.Enum(['none', 'running', 'done', 'failed']),
      ...counts,
      possible: Type.Boolean({ description: 'Whether POST would start or continue.' }),
    }),
    async run({ actor: { companyId }, world, now }) {
      const begun = await begunIn(world.db.read, companyId, now)
      if (begun) return { ...shown(begun), possible: begun.state === 'failed' }
      const possible = (await obstacle(world.db.read, companyId)) === undefined
      return { state: 'none' as const, done: 0, of: 0, possible }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/sample_data',
    about:
      'Fills an empty company of at most five people with sample data: 24 people who cannot sign in, jobs, schedules, projects and three months of time. You stay the administrator. It runs in the background; a second request continues where it stopped.',
    who: 'administrators',
    answer: Type.Object({ state: Type.Enum(['running', 'done', 'failed']), ...counts }),
    async run({ actor, company, world, now, background }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      const { numbersMax } = await import('../../sample/generate.ts')
      await loadSettings(company)
      const seed = world.random(4).readUInt32LE() >>> 1
      const given = { companyId, ownerId: userId, seed, zone: zoneFor(company), numbersMax: numbersMax({}) }
      const { mine, ...begun } = await world.db.write(beginSample, given, now)
      if (mine)
        background.start(
          (mayContinue) => fill(world, companyId, begun, mayContinue),
          (server) => server.db.write(failSample, { companyId }, server.now()),
        )
      return shown(begun)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/sample_data/removal',
    about: 'Shows what removing the sample data would delete, and which records of your own stand in its way.',
    who: 'administrators',
    answer: Type.Object({
      possible: Type.Boolean({ description: 'Whether DELETE would remove it.' }),
      goes,
      in_the_way: Type.Array(inTheWay, { description: 'What prevents it.' }),
    }),
    async run({ actor: { companyId }, world, now }) {
      const removal = await removalOf(world.db.read, companyId, now)
      if (!removal) return { possible: false, goes: none, in_the_way: [] }
      return { possible: removal.in_the_way.length === 0, ...removal }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/sample_data',
    about:
      'Permanently removes the sample data, with everything that belongs to it; your own records stay. A 417 names your records that refer to it. Without sample data, nothing happens. Clients that keep a copy must reload it, because the lists of deleted records do not mention the sample.',
    who: 'administrators',
    answer: Type.Object({ removed: Type.Boolean(), goes }),
    async run({ actor, world, now }) {
      refuseManaging(actor)
      const removed = await world.db.write(removeSample, { companyId: actor.companyId }, now)
      return { removed: removed !== null, goes: removed ?? none }
    },
  }),
]

function shown({ state, done, of }: Progress) {
  return { state, done, of }
}

/** Creates the missing records, one part at a time, so other requests do not have to wait. */
async function fill(world: World, companyId: number, begun: Begun, mayContinue: () => boolean): Promise<void> {
  const { partsOf } = await import('../../sample/parts.ts')
  const parts = await partsOf(begun, pause)
  const of = parts.reduce((sum, { rows }) => sum + rows.length, 0)
  let from = 0
  for (const part of parts) {
    if (from >= begun.done) {
      if (!mayContinue()) return
      if (!(await world.db.write(placeSample, { companyId, from, of, part }, world.now()))) return
    }
    from += part.rows.length
  }
}
