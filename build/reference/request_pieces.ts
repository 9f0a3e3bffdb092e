import { join } from 'node:path'
import { appEndpointGroups, publicEndpointGroups } from '../../src/app_api/index.ts'
import { longLists } from '../../src/app_api/lists.ts'
import { carriedBytes } from '../../src/engine/resource.ts'
import { reports } from '../../src/reports/index.ts'
import { resources } from '../../src/resources/index.ts'
import { apiPath, consolePath } from '../../src/wire/endpoint.ts'
import { type Quirks, quirks } from '../../src/wire/quirks.ts'
import { type Ast, type Piece, pieceOf, Reach, walk } from './reach.ts'

// Which code each request can run. Where a name does not lead from a request to its code, because the code is found by a
// text or runs in another thread, it is told here.

/** The kinds of requests, which begin alike. */
export type Kind = 'list' | 'write' | 'removal' | 'report' | 'endpoint' | 'other'

/**
 * A request, such as `DELETE /api/console/sessions/{id}`, and the code that it can run. `never`: codes in that code with
 * which it is never refused, as its declaration says.
 */
export type RequestPieces = { request: string; kind: Kind; pieces: ReadonlySet<Piece>; never: readonly string[] }

const callsOf = new Map<string, [file: string, call: Ast][]>()
const reach = new Reach(join(import.meta.dirname, '../../src'))

// Lists of everything that has a name: a request names what it wants. Only a write reads the fields of its items.
for (const key of [
  'operations.ts#operations',
  'reports/index.ts#answer',
  'reports/index.ts#reports',
  'resources/index.ts#resources',
])
  reach.cut(named(key))
// Every endpoint is given it, and few use it.
reach.cut(named('exports/exporter.ts#Exporter'))
for (const [file, call] of calls('resource')) for (const fields of fieldsOf(file, call)) reach.cut(fields)
const declarations = new Map(resources.map(({ name }) => [declarationOf(name), name]))
for (const declaration of declarations.keys()) reach.cut(declaration)

/** What every request runs besides its own code: the way in, the database and the shares. */
const everywhere: readonly string[] = ['http/authenticate.ts', 'http/caller.ts', 'http/door.ts', 'db', 'shares']

const ofWrites = ['wire/request.ts#readWriteHeaders', 'wire/request.ts#writeOptionsOf']
const starts: Readonly<Record<Kind, readonly string[]>> = {
  list: ['wire/list.ts#list', 'wire/list.ts#listLines', 'http/record_lines.ts#sendLines'],
  write: ['operations.ts#resourceWrite', 'wire/request.ts#readItems', 'wire/body.ts#textOfBody', ...ofWrites],
  removal: ['operations.ts#resourceRemove', 'wire/request.ts#readIds', 'wire/body.ts#textOfBody', ...ofWrites],
  report: ['wire/report.ts#runReport', 'reports/index.ts#refuseRange', 'http/long_answers.ts#sendLong'],
  endpoint: [
    'app_api/endpoint.ts#endpoint',
    'http/app_endpoints.ts#wayOf',
    'wire/body.ts#textOfBody',
    'operations.ts#appWrite',
    'http/safety_headers.ts#refuseWriteHeaders',
  ],
  other: [],
}

/** The code of every request, of each kind of request, and of each request. */
export function requestPieces() {
  const every = new Set(everywhere.flatMap((place) => reach.filesIn(place)).flatMap(allIn))
  const kinds = Object.fromEntries(
    Object.entries(starts).map(([kind, keys]) => [kind, reachedFrom(keys.map(named))]),
  ) as Record<Kind, Set<Piece>>
  const all = [...ofResources(), ...ofReports(), ...ofOthers(), ...ofEndpoints()]
  const requests = all.map(([request, kind, own, never = []]): RequestPieces => {
    const pieces = reachedFrom([...starts[kind].map(named), ...own])
    return { request: request.replaceAll(/:(\w+)/g, '{$1}'), kind, pieces, never }
  })
  return { every, kinds, requests }
}

type Start = readonly [request: string, kind: Kind, own: readonly Piece[], never?: readonly string[]]

// What a request for a verb does not run of a resource's declaration.
const ofLists = ['create', 'update', 'remove', 'facts', 'fields', 'recorded', 'afterChanges', 'absent', 'sideEffects']
const ofCreates = ['filters', 'listable', 'find', 'update', 'remove']
const ofUpdates = ['filters', 'listable', 'find', 'create', 'remove']
const ofRemovals = ['filters', 'listable', 'find', 'create', 'update', 'fields']

function ofResources(): Start[] {
  return resources.flatMap((resource): Start[] => {
    const { name } = resource
    const { listed, putCreates }: Quirks = quirks.get(name) ?? {}
    const path = `${apiPath}/${name}`
    const uploading = carriedBytes(resource) ? [named('files/upload.ts#readUpload')] : []
    const without = (properties: readonly string[]) => declaredWithout(name, properties)
    const found: (Start | false)[] = [
      listed !== false && [`GET ${path}`, 'list', without(ofLists)],
      resource.create !== undefined && [`POST ${path}`, 'write', [...without(ofCreates), ...uploading]],
      putCreates === true && [`PUT ${path}`, 'write', without(ofCreates)],
      resource.update !== undefined && [`PUT ${path}`, 'write', without(ofUpdates)],
      resource.remove !== undefined && [`DELETE ${path}`, 'removal', without(ofRemovals)],
    ]
    return found.filter((start) => start !== false)
  })
}

function ofReports(): Start[] {
  const paths = reports.flatMap(({ name }): Start[] => {
    const path = `${apiPath}/reports/${name}`
    const own = reportNamed(name)!
    return [
      [`GET ${path}`, 'report', [own, named('wire/request.ts#givenInQuery')]],
      [`POST ${path}`, 'report', [own, named('wire/request.ts#givenInBody'), named('wire/body.ts#textOfBody')]],
    ]
  })
  const any = reports.map(({ name }) => reportNamed(name)!)
  const naming = ['http/api_routes.ts#namedReport', 'wire/request.ts#givenInQuery'].map(named)
  return [...paths, [`GET ${apiPath}/reports`, 'report', [...any, ...naming]]]
}

function ofOthers(): Start[] {
  const other = (path: string, ...keys: string[]): Start => [`GET ${apiPath}${path}`, 'other', keys.map(named)]
  return [
    other('/current_user', 'resources/current_user.ts#currentUser'),
    other('/effective_settings', 'resources/effective_settings.ts#effectiveSettings'),
    other('/files/raw', 'files/raw.ts#rawFile'),
    other('/last_modified_timestamps', 'resources/last_modified_timestamps.ts#lastModifiedTimestamps'),
    other('/changes', 'http/feed_route.ts#feedWay'),
  ]
}

function ofEndpoints(): Start[] {
  const declared = new Map(
    calls('endpoint').map(([file, call]) => {
      const [object] = call.arguments as [Ast]
      return [`${textOf(object, 'method')} ${textOf(object, 'path')}`, pieceOf([object], file)] as const
    }),
  )
  const of = (prefix: string, groups: typeof appEndpointGroups): Start[] =>
    groups.flatMap(({ endpoints }) =>
      endpoints.map(({ method, path, who, firstPartyOnly, asksWhoItIs, acts, writesOnce }): Start => {
        const list = longLists.find((name) => path === `/lists/${name}`)
        const own = declared.get(`${method} ${path}`)
        const request = `${method} ${prefix}${path}`
        const never = [
          ...(who === 'administrators' || acts ? [] : ['administrators_only']),
          ...(firstPartyOnly ? [] : ['application_may_not']),
          // An action may invite people and make administrators.
          ...(asksWhoItIs || path === '/actions' ? [] : ['confirmation_needed']),
          ...(acts || writesOnce ? ['header_not_possible'] : []),
        ]
        if (list) return [request, 'endpoint', [...starts.list.map(named), ...declaredWithout(list, ofLists)], never]
        if (!own) throw new Error(`The declaration of ${method} ${path} is not found by its method and path`)
        if (acts) return [request, 'endpoint', [own, ...ofActions(path)], never]
        return [request, 'endpoint', [own], never]
      }),
    )
  return [...of(consolePath, appEndpointGroups), ...of(apiPath, publicEndpointGroups)]
}

/** What an endpoint runs whose writes are given as texts: those of its resources, or of all. */
function ofActions(path: string): Piece[] {
  const written: Readonly<Record<string, readonly string[]>> = { '/clock': ['timesheets', 'geolocations'] }
  const names = written[path] ?? resources.flatMap((resource) => (carriedBytes(resource) ? [] : [resource.name]))
  const declared = names.flatMap((name) => declaredWithout(name, ['filters', 'listable', 'find']))
  return ['operations.ts#act', 'operations.ts#assignJobs', ...ofWrites].map(named).concat(declared)
}

/** Everything that can run from these pieces, also what no name leads to. */
function reachedFrom(roots: readonly Piece[]): Set<Piece> {
  const from = new Set(roots)
  for (;;) {
    const reached = reach.from([...from])
    const size = from.size
    for (const piece of reached) for (const next of unnamed(piece)) from.add(next)
    if (from.size === size) return reached
  }
}

const asked = new Map<Piece, readonly Piece[]>()

/** What runs because of a piece without being named by it: reports by their names, exports in their thread, hooks. */
function unnamed(piece: Piece): readonly Piece[] {
  const known = asked.get(piece)
  if (known) return known
  const found: Piece[] = []
  if (piece.file.startsWith('app_api/') && piece.names.has('exporter'))
    found.push(...allIn('exports/exporter.ts'), named('exports/thread.ts#makeExports'))
  if (piece === named('engine/unit_of_work.ts#UnitOfWork').own?.get('flush')) found.push(...hooks())
  if (piece === reach.find('reports/ask.ts', 'ask')) found.push(...starts.report.map(named))
  const reads = piece.members.has('fields') && piece.members.has('parse')
  const unused = reach.find(piece.file, 'writeItems') ? [] : ofLists.filter((name) => !reads || name !== 'fields')
  for (const name of piece.names) {
    const resource = declarations.get(reach.find(piece.file, name)!)
    if (resource) found.push(...declaredWithout(resource, unused))
  }
  const asksForReports = piece.file.startsWith('app_api/') && reach.find(piece.file, 'askForBytes') !== undefined
  for (const node of piece.ast)
    walk(node, ({ type, value, callee, arguments: given }) => {
      const report = asksForReports && type === 'Literal' && reportNamed(value)
      if (report) found.push(report)
      const name = nameOf(callee) === 'resourceNamed' && (given as [Ast])[0].value
      if (typeof name === 'string') found.push(...declaredWithout(name, []))
    })
  asked.set(piece, found)
  return found
}

/** What resources do with all changes to their records. */
function hooks(): Piece[] {
  return calls('resource').flatMap(([file, call]) => {
    const [, object] = call.arguments as [Ast, Ast]
    const hook = propertiesIn(object).find(({ key }) => nameOf(key) === 'afterChanges')
    return hook ? [pieceOf([hook], file)] : []
  })
}

function reportNamed(name: unknown): Piece | undefined {
  const found = calls('report').find(([, call]) => textOf((call.arguments as [Ast])[0], 'name') === name)
  return found && pieceOf((found[1] as { arguments: Ast[] } & Ast).arguments, found[0])
}

/** The declaration of a resource without these properties. */
function declaredWithout(name: string, properties: readonly string[]): Piece[] {
  const found = calls('resource').find(([, call]) => (call.arguments as [Ast])[0].value === name)
  if (!found) throw new Error(`The declaration of ${name} is not found by its name`)
  const [file, call] = found
  const [, object] = call.arguments as [Ast, Ast]
  const kept = pieceOf(
    propertiesIn(object).filter(({ key }) => !properties.includes(nameOf(key))),
    file,
  )
  return properties.includes('fields') ? [kept] : [kept, ...fieldsOf(file, call)]
}

/** The declaration with which a resource of that name is made. */
function declarationOf(name: string): Piece {
  const [file = ''] = calls('resource').find(([, call]) => (call.arguments as [Ast])[0].value === name) ?? []
  const isIt = ({ ast }: Piece) =>
    ast.some(({ init }) => {
      const { callee, arguments: given } = (init ?? {}) as { callee?: unknown; arguments?: Ast[] }
      return nameOf(callee) === 'resource' && given?.[0]?.value === name
    })
  return [...reach.piecesIn(file).values()].find(isIt)!
}

/** The declaration of a resource's fields, if it is one of its own. */
function fieldsOf(file: string, { arguments: given }: Ast): Piece[] {
  const property = propertiesIn((given as [Ast, Ast])[1]).find(({ key }) => nameOf(key) === 'fields')
  const fields = property && reach.find(file, nameOf(property.value))
  return fields ? [fields] : []
}

/** All calls of a function that declares something. */
function calls(callee: string): [file: string, call: Ast][] {
  const known = callsOf.get(callee)
  if (known) return known
  const found: [string, Ast][] = []
  for (const file of ['app_api', 'resources', 'reports'].flatMap((folder) => reach.filesIn(folder)))
    for (const piece of new Set(reach.piecesIn(file).values()))
      for (const node of piece.ast)
        walk(node, (inner) => {
          if (inner.type === 'CallExpression' && nameOf(inner.callee) === callee) found.push([file, inner])
        })
  callsOf.set(callee, found)
  return found
}

function allIn(file: string): Piece[] {
  return [...reach.piecesIn(file).values()].flatMap((piece) => [piece, ...(piece.own?.values() ?? [])])
}

function named(key: string): Piece {
  const [file = '', name = ''] = key.split('#')
  const piece = reach.piecesIn(file).get(name)
  if (!piece) throw new Error(`There is no ${key}`)
  return piece
}

function propertiesIn(object: Ast): Ast[] {
  return object.properties as Ast[]
}

function nameOf(key: unknown): string {
  return (key as { name?: string } | undefined)?.name ?? ''
}

function textOf(object: Ast, name: string): unknown {
  const property = propertiesIn(object).find(({ key }) => nameOf(key) === name)
  return (property?.value as { value?: unknown } | undefined)?.value
}
