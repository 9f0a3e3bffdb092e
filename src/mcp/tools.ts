import type { Item } from '../engine/table.ts'
import { describeApi } from '../openapi/description.ts'
import type { Operation } from '../openapi/document.ts'
import { read, type Tool } from './access.ts'
import { questions } from './questions.ts'
import { recording } from './recording.ts'

/** The default number of records on a page, so that a response does not fill the assistant's context. */
const pageDefault = 50

let known: readonly Tool[] | undefined

/** All tools: for common questions, for recording, and for each list and report of the API. */
export function allTools(): readonly Tool[] {
  known ??= [...questions, ...recording, ...describedTools()]
  return known
}

/** A tool for each list and report, and for the user's own data, with the declared filters. */
function describedTools(): Tool[] {
  const besides = ['/current_user', '/effective_settings', '/last_modified_timestamps']
  return Object.entries(describeApi('').paths).flatMap(([path, { get }]) => {
    if (!get) return []
    const name = path.slice(1)
    if (get.operationId.startsWith('list')) return [describedTool(`list_${name}`, path, get)]
    if (name.startsWith('reports/')) return [describedTool(`report_${name.slice('reports/'.length)}`, path, get)]
    return besides.includes(path) ? [describedTool(`get_${name}`, path, get)] : []
  })
}

function describedTool(name: string, path: string, { summary, description, parameters = [] }: Operation): Tool {
  const wanted = parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'per_page')
  const isPaged = wanted.some((parameter) => parameter.name === 'page')
  return {
    name,
    title: summary,
    description: isPaged ? `${description} Ask for the next page while \`more\` is true.` : description,
    parameters: Object.fromEntries(
      wanted.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(name === 'limit' ? { default: pageDefault } : {}), description },
      ]),
    ),
    required: wanted.filter(({ required }) => required).map(({ name }) => name),
    run: (args, api) => read(api, path, isPaged ? { limit: pageDefault, ...args } : args),
  }
}

/** The problem with the arguments of a call; undefined if there is none. The API checks the values. */
export function argumentProblem({ parameters, required = [] }: Tool, args: Item): string | undefined {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(parameters, name))
  if (unknown !== undefined) {
    const names = Object.keys(parameters)
    return `${unknown}: there is no such argument${names.length > 0 ? `, only ${names.join(', ')}` : ''}`
  }
  const missing = required.find((name) => args[name] === undefined)
  return missing === undefined ? undefined : `${missing} is required`
}
