import { all, type Handle, join, name, type Sql, sql } from '../engine/sql.ts'
import { paired } from '../rules/elements.ts'
import { type Obstacle, type ObstacleCode, obstacleTexts } from '../rules/settings/sample_data.ts'
import type { Entry, Own } from '../tables/entry.ts'
import { tables } from '../tables/tables.ts'
import type { SampleIds } from './sample_ids.ts'

// The company's own records that refer to sample data. They stay, so they must be moved or deleted first. Which records
// these are follows from the catalog of tables.

/** A way in which own records can refer to sample data. */
type Way = {
  code: ObstacleCode
  table: string
  /** The condition on the company's own rows. */
  refers: (ids: SampleIds, companyId: number) => Sql
}

const owned = Object.entries(tables).filter((entry): entry is [string, Entry & { own: Own }] => !!entry[1].own)

/** All of them. */
export const ways: readonly Way[] = [
  ...owned.flatMap(([table, entry]) => [...throughColumns(table, entry), ...throughTexts(table, entry)]),
  ...Object.entries(tables).flatMap(([link, { connects }]) => (connects ? throughLinks(link, connects) : [])),
]

/** The obstacles to the removal of the sample data, each with the number of own records. */
export async function inTheWay(handle: Handle, companyId: number, ids: SampleIds): Promise<Obstacle[]> {
  const counts = ways.map(({ table, refers }) => {
    const own = [sql`company_id = ${companyId}`, sql`not ${ids.made(sql`id`)}`, ownOnly(table)]
    return sql`(select count(*) from ${name(table)} where ${all([...own, refers(ids, companyId)])})`
  })
  const [found = []] = await handle.tuples<number[]>(sql`select ${join(counts)}`)
  return paired(ways, found)
    .map(([{ code }, count]) => ({ code, count: Number(count) }))
    .filter(({ count }) => count > 0)
}

function ownOnly(table: string): Sql {
  return tables[table]?.own?.only ?? sql`1 = 1`
}

/** Columns with an id. A record that refers to sample data through several of them counts for the first. */
function throughColumns(table: string, { belongsTo = {}, keeps = {}, own }: Entry & { own: Own }): Way[] {
  // A part of another record of its table goes with that.
  const parts = Object.entries(belongsTo).filter(([, to]) => to !== table)
  const columns = [...parts, ...Object.entries(keeps)]
    .filter(([, to]) => [to].flat().some((target) => tables[target]?.sampled))
    .map(([column]) => column)
  return columns.map((column, index) => ({
    ...{ code: codeOf(table, column), table },
    refers: (ids) => {
      const others = columns.slice(0, index).map((before) => sql`not ${ids.made(name(before))}`)
      return all([
        ids.made(name(column)),
        own.unless?.[column] ? sql`not (${own.unless[column]})` : sql`1 = 1`,
        ...others,
      ])
    },
  }))
}

/** Columns with a list of ids, or an object with ids as keys. */
function throughTexts(table: string, { holds = {}, belongsTo = {} }: Entry): Way[] {
  return Object.entries(holds).map(([column, { to, as }]) => ({
    ...{ code: codeOf(table, column), table },
    refers: (ids, companyId) => {
      const text = sql`${name(table)}.${name(column)}`
      const named =
        as === 'list' ? sql`',' || ${text} || ',' like '%,' || s.id || ',%'` : sql`${text} like '%"' || s.id || '":%'`
      const single = Object.keys(belongsTo).filter((other) => belongsTo[other] === to)
      return all([
        sql`exists (select 1 from ${name(to)} s where s.company_id = ${companyId} and ${ids.made(sql`s.id`)} and ${named})`,
        ...single.map((other) => sql`not ${ids.made(name(other))}`),
      ])
    },
  }))
}

/** Records that a table connects with sample records. */
function throughLinks(link: string, connects: NonNullable<Entry['connects']>): Way[] {
  const columns = Object.keys(connects)
  return owned.flatMap(([table]) =>
    columns
      .filter((column) => [connects[column]].flat().includes(table))
      .map((column) => ({
        ...{ code: codeOf(table, link), table },
        refers: (ids: SampleIds, companyId: number) => {
          const others = columns.filter((other) => other !== column).map((other) => ids.made(name(other)))
          return sql`id in (select ${name(column)} from ${name(link)} where ${all([sql`company_id = ${companyId}`, ...others])})`
        },
      })),
  )
}

function codeOf(table: string, through: string): ObstacleCode {
  const code = `${table}.${through}`
  if (!Object.hasOwn(obstacleTexts, code)) throw new Error(`obstacleTexts has no words for ${code}`)
  return code as ObstacleCode
}
