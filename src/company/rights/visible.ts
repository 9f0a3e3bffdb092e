import type { Actor } from '../../engine/context.ts'
import type { Fields } from '../../engine/fields.ts'
import { all, inList, join, raw, type Sql, sql } from '../../engine/sql.ts'
import {
  type Circle,
  type Circles,
  type Like,
  personFields,
  type RecordType,
  type Row,
  rowOf,
  type Sight,
  seenBy,
  sights,
} from '../../rules/people/sight.ts'
import { assignedTo, upward } from '../job_tree.ts'

// Conditions from the table of who sees what (rules/people/sight.ts).

/** The column of a record in a condition, such as `o.user_id` for `user_id`. */
type ColumnOf = (column: string) => Sql

const everything = sql`1 = 1`
const nothing = sql`1 = 0`

/** The types whose condition follows from their row alone. */
type Type = Exclude<RecordType, 'schedule_events'>

/** The condition on the records of a type that an actor sees. */
export function visible(type: Type): (actor: Actor) => Sql {
  return (actor) => ofRow(sights[type], actor, raw)
}

/** Condition on a column with the id of a record of this type: the actor sees that record. */
export function whereSeen(type: Type, actor: Actor, column: Sql): Sql {
  return ofRow(sights[type], actor, () => column)
}

/** The condition of a sight, such as that of a report on people. */
export function whereInSight(sight: Sight, actor: Actor): Sql {
  return ofSight(sight, actor, raw)
}

/** Condition on the people whose records of this type an actor sees. */
export function whereOwnerSeen(type: string, actor: Actor): Sql {
  const row = rowOf(type)
  return row && 'all' in row ? ofSight({ all: row.all, others: sights.users.others }, actor, raw) : nothing
}

/** Fields of people with the clearance that the table gives them. */
export function withClearance<F extends Fields>(fields: F): F {
  const cleared: Fields = { ...fields }
  for (const [level, { names }] of [personFields.private, personFields.pay].entries())
    for (const name of names) {
      const field = fields[name]
      if (!field) throw new Error(`There is no field ${name}`)
      cleared[name] = { ...field, clearance: level === 0 ? 1 : 2 }
    }
  return cleared as F
}

function ofRow(row: Row, actor: Actor, columnOf: ColumnOf): Sql {
  const { only = {}, and } = row
  const parts = Object.entries(only).map(([column, value]) => sql`${columnOf(column)} = ${literal(value)}`)
  if (and) parts.push(inCircles(and, row, actor, columnOf))
  const seen = 'like' in row ? alike(row.like, actor, columnOf) : 'all' in row ? ofSight(row, actor, columnOf) : nothing
  if (seen !== everything || parts.length === 0) parts.push(seen)
  return parts.length === 1 ? parts[0]! : all(parts)
}

/** A value of the table as part of a text: with a parameter, partial indexes would not be used. */
function literal(value: string | number): Sql {
  return raw(typeof value === 'number' ? String(value) : `'${value}'`)
}

function ofSight(row: Row & Sight, actor: Actor, columnOf: ColumnOf): Sql {
  const seen = seenBy(actor, row)
  const found = seen === 'all' ? everything : inCircles(seen, row, actor, columnOf)
  const { inspects } = actor
  if (row.inspectors !== 'dates' || !inspects) return found
  const date = columnOf('date')
  const from = inspects.from ? [sql`${date} >= ${inspects.from}`] : []
  const to = inspects.to ? [sql`${date} <= ${inspects.to}`] : []
  return all([found, ...from, ...to])
}

/** The condition of being in one of these circles, without those in which no record can be. */
function inCircles(circles: Circles, row: Row, actor: Actor, columnOf: ColumnOf): Sql {
  const parts = Object.entries(circles).flatMap(([circle, column]) => {
    const condition = conditions[circle as Circle](columnOf(column), actor, row)
    return condition === nothing ? [] : [condition]
  })
  if (parts.length > 1) return sql`(${join(parts, ' or ')})`
  return parts[0] ?? nothing
}

const conditions: Readonly<Record<Circle, (column: Sql, actor: Actor, row: Row) => Sql>> = {
  own: (column, { userId }) => sql`${column} = ${userId}`,
  company: (column) => sql`${column} = 0`,
  members: (column, { manages }) => (manages.length === 0 ? nothing : inList(column, manages)),
  managed: (column, { companyId, manages }) =>
    manages.length === 0
      ? nothing
      : sql`${column} in
    (select u.id from users u where u.company_id = ${companyId} and ${inList(sql`u.group_id`, manages)})`,
  // All records share one id sequence, so a user and a group never have the same id.
  target: (column, { companyId, userId, manages }) => {
    const users = sql`from users u where u.company_id = ${companyId}`
    return sql`(${inList(column, manages)}
    or ${column} in (select u.group_id ${users} and u.id = ${userId})
    or ${column} in (select u.id ${users} and (u.id = ${userId} or ${inList(sql`u.group_id`, manages)})))`
  },
  assigned: (column, actor) => sql`${column} in ${upward(assignedTo(actor), actor.companyId)}`,
  project: ofAssignedProject,
  linked: (column, actor, { through = {} }) => {
    const ways = Object.entries(through).map(
      ([kind, object]) => sql`exists (select 1 from file_links l join ${raw(kind)} o
      on o.company_id = l.company_id and o.id = l.object_id where l.company_id = ${actor.companyId}
      and l.file_id = files.${column} and l.kind = ${kind} and ${ofRow(object, actor, (name) => raw(`o.${name}`))})`,
    )
    return sql`(${join(ways, ' or ')})`
  },
}

/** Condition that the jobcode of the project with this id is assigned to the actor or to everyone. */
export function ofAssignedProject(projectId: Sql, { companyId, userId }: Actor): Sql {
  return sql`${projectId} in (select p.id from projects p
    join jobcode_assignments a on a.company_id = p.company_id and a.jobcode_id = p.jobcode_id
    where p.company_id = ${companyId} and a.user_id in (0, ${userId}) and a.active = 1)`
}

function alike(likes: readonly Like[], actor: Actor, columnOf: ColumnOf): Sql {
  const parts = likes.map(({ type, column, when }) => {
    const seen = likeRow(type, actor, columnOf(column))
    if (!when) return seen
    const [decider, ...values] = when
    return sql`(${columnOf(decider)} in (${join(values.map(literal))}) and ${seen})`
  })
  return parts.length === 1 ? parts[0]! : sql`(${join(parts, ' or ')})`
}

/** Condition on a column with the id of a record of another type. */
function likeRow(type: string, actor: Actor, column: Sql): Sql {
  const row = rowOf(type)!
  if ('all' in row && Object.values(row.others ?? {}).every((own) => own === 'id'))
    return ofSight(row, actor, () => column)
  const inner = ofRow(row, actor, (name) => raw(`e.${name}`))
  if (inner === everything) return everything
  return sql`${column} in (select e.id from ${raw(type)} e where e.company_id = ${actor.companyId} and ${inner})`
}
