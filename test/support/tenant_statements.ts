import { loadModule, parseSync } from 'libpg-query'
import { tables } from '../../src/tables/tables.ts'

// A database that is distributed by company can answer a statement from one machine only if every table in it is
// limited to one company. This parses statements as PostgreSQL does, and finds out which are limited.

/** Where a statement goes: to the machine of one company, to all machines, or nowhere because it would be refused. */
export type Verdict = { kind: 'router' | 'round' | 'refused'; reasons: string[] }

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, of which only a few places are looked at.
type Node = Record<string, any>

await loadModule()

/** The tables that contain rows of companies. */
const tenant: ReadonlySet<string> = new Set(
  Object.keys(tables).filter((table) => tables[table]!.distributedBy === undefined),
)

/** Checks a statement. Undefined if it reads or writes no table of companies. */
export function judge(text: string): Verdict | undefined {
  const levels: Level[] = []
  visit(statementIn(text), levels, undefined)
  const own = levels.filter(({ tables, into }) => tenant.has(into) || tables.some(({ name }) => tenant.has(name)))
  if (own.length === 0) return undefined
  const reasons: string[] = []
  let refused = false
  for (const level of own) {
    const loose = looseTables(level)
    if (loose.length > 0) {
      reasons.push(`${loose.join(', ')}: company_id is not said at this level`)
      if (level.locks) {
        reasons.push('locks rows of several companies')
        refused = true
      }
    }
    if (tenant.has(level.into) && level.refusals.length > 0) {
      reasons.push(...level.refusals)
      refused = true
    }
  }
  return { kind: refused ? 'refused' : reasons.length > 0 ? 'round' : 'router', reasons }
}

/** One level of a query: its tables, and the conditions on all its rows. */
type Level = {
  tables: { name: string; alias: string }[]
  equalities: [Node, Node][]
  locks: boolean
  /** The table that rows are inserted into, '' for none, and what would be refused if it contains rows of companies. */
  into: string
  refusals: string[]
}

/** Tables of companies at this level that no equality limits to one company, directly or through another table. */
function looseTables({ tables, equalities }: Level): string[] {
  const own = tables.filter(({ name }) => tenant.has(name))
  /** The table whose company a side of an equality is; undefined for anything else. */
  const tableOf = (side: Node): string | undefined => {
    const fields = side.ColumnRef?.fields.map((field: Node) => field.String?.sval) ?? []
    if (!/company_id$/.test(fields.at(-1) ?? '')) return undefined
    if (fields.length === 1) return fields[0] === 'company_id' && own.length === 1 ? own[0]!.alias : undefined
    const found = own.find(({ alias }) => alias === fields[0])
    // Only the table of companies is referenced by other columns, such as managed_company_id.
    return fields.at(-1) === 'company_id' ? found?.alias : undefined
  }
  const said = new Set<string>()
  for (let size = -1; size < said.size; ) {
    size = said.size
    for (const [left, right] of [...equalities, ...equalities.map(([a, b]): [Node, Node] => [b, a])]) {
      const table = tableOf(left)
      const other = tableOf(right)
      if (table && (isConstant(right) || (other && said.has(other)))) said.add(table)
    }
  }
  return own.filter(({ alias }) => !said.has(alias)).map(({ name }) => name)
}

/** A parameter or a number, optionally with a type. */
function isConstant(node: Node): boolean {
  return node.ParamRef || node.A_Const ? true : node.TypeCast ? isConstant(node.TypeCast.arg) : false
}

/** Collects the levels of a statement, including those of its subqueries. */
function visit(node: unknown, levels: Level[], level: Level | undefined): void {
  if (Array.isArray(node)) for (const one of node) visit(one, levels, level)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  for (const [key, value] of Object.entries(node as Node)) {
    if (key === 'SelectStmt' || key === 'InsertStmt' || key === 'UpdateStmt' || key === 'DeleteStmt')
      enter(value, levels, key)
    else if (key === 'larg' || key === 'rarg')
      'op' in value || 'targetList' in value ? enter(value, levels, 'SelectStmt') : visit(value, levels, level)
    else if (key === 'JoinExpr') {
      level?.equalities.push(...equalitiesOf(value.quals))
      visit(value, levels, level)
    } else if (key === 'RangeVar') level?.tables.push(tableIn(value))
    else visit(value, levels, level)
  }
}

function enter(statement: Node, levels: Level[], kind: string): void {
  const level: Level = {
    tables: [],
    equalities: equalitiesOf(statement.whereClause),
    locks: statement.lockingClause !== undefined,
    into: kind === 'InsertStmt' ? statement.relation.relname : '',
    refusals: kind === 'InsertStmt' ? refusalsOfInsert(statement) : [],
  }
  levels.push(level)
  const { relation, withClause, ...rest } = statement
  visit(withClause, levels, undefined)
  if (relation && level.into === '') level.tables.push(tableIn(relation))
  visit(rest, levels, level)
}

function refusalsOfInsert({ cols, onConflictClause }: Node): string[] {
  const refusals: string[] = []
  if (!cols?.some(({ ResTarget }: Node) => ResTarget.name === 'company_id')) refusals.push('a row without company_id')
  const keys: Node[] | undefined = onConflictClause?.infer?.indexElems
  if (keys && !keys.some(({ IndexElem }) => IndexElem.name === 'company_id'))
    refusals.push('on conflict without company_id')
  return refusals
}

function tableIn({ relname, alias }: Node): { name: string; alias: string } {
  return { name: relname, alias: alias?.aliasname ?? relname }
}

/** The equalities that a condition always requires. */
function equalitiesOf(condition: Node | undefined): [Node, Node][] {
  if (condition?.BoolExpr?.boolop === 'AND_EXPR') return condition.BoolExpr.args.flatMap(equalitiesOf)
  const { A_Expr } = condition ?? {}
  const isEquality = A_Expr?.kind === 'AEXPR_OP' && A_Expr.name[0].String.sval === '='
  return isEquality ? [[A_Expr.lexpr, A_Expr.rexpr]] : []
}

function statementIn(text: string): Node {
  return (parseSync(text) as Node).stmts[0]?.stmt ?? {}
}
