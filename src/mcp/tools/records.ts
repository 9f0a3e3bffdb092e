import { Refusal } from '../../engine/errors.ts'
import type { Item } from '../../engine/table.ts'
import { describeApi } from '../../openapi/description.ts'
import type { Tool } from '../access.ts'
import { type Body, filled, fittedPage } from '../answer.ts'
import { cursor, limit, limitIn } from '../parameters.ts'

/** What a call says in other ways than by a filter. */
const own = ['limit', 'page', 'per_page', 'cursor', 'supplemental_data']

/** The filters of each list of the API. */
function listsOfApi(): Map<string, readonly string[]> {
  const lists = Object.entries(describeApi('').paths).flatMap(([path, { get }]): [string, string[]][] => {
    if (!get?.operationId.startsWith('list')) return []
    const filters = (get.parameters ?? []).flatMap(({ in: place, name }) =>
      place === 'query' && !own.includes(name) ? [name] : [],
    )
    return [[path.slice(1), filters]]
  })
  return new Map(lists)
}

/** Every list of the API, for what has no tool of its own. */
export function readRecords(): Tool {
  const lists = listsOfApi()
  const tool: Tool = {
    name: 'read_records',
    title: 'Other records',
    description:
      'Reads any list of the API as it is, for what no other tool shows: with its filters by name, and only the fields asked for. Ids are not resolved, empty values are left out. A wrong filter is answered with the right ones.',
    parameters: {
      type: { type: 'string', enum: [...lists.keys()] },
      filters: { type: 'object', description: 'Such as {"ids": [7], "modified_since": "2026-03-02T00:00:00Z"}.' },
      fields: { type: 'array', items: { type: 'string' }, description: 'Default: all.' },
      limit: limit(200, 20),
      cursor,
    },
    required: ['type'],
    run(args, api) {
      const name = String(args.type)
      const { fields } = args
      const filters: Item = { ...(typeof args.filters === 'object' ? args.filters : {}) }
      const known = lists.get(name) ?? []
      const unknown = Object.keys(filters).find((filter) => !known.includes(filter))
      if (unknown !== undefined)
        throw new Refusal(417, 'not_any_of', { field: `filters.${unknown}`, choices: known.join(', ') })
      const print = async ({ results }: Body) => {
        const [records = {}] = Object.values(results)
        return { rows: Object.values<Item>(records).map(filled) }
      }
      const list = {
        path: `/${name}`,
        filters: { ...filters, fields, supplemental_data: 'no' },
        name: 'records',
        print,
      }
      return fittedPage(api, list, { cursor: args.cursor, limit: limitIn(args, tool) })
    },
  }
  return tool
}
