import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

// Finds the messages in the code: texts given to `t` and `msg`. The build leaves in the app's catalogs what the app
// shows, and a test compares all catalogs with the code.

/** A message in the code: where it is, and the names of its values if they are written beside it. */
export type Found = { message: string; file: string; line: number; values: string[] | undefined }

/** What is wrong with a use of `t` or `msg`. */
export type Problem = { file: string; line: number; problem: string }

type Node = { type: string; start: number; [key: string]: unknown }

const root = join(import.meta.dirname, '..')

/** Everything that the server and the app show. */
export function allSources(): string[] {
  return [...appSources(), ...globSync('src/**/*.ts', { cwd: root })].filter(unlikeSource).sort()
}

/** What the app shows: its own messages, and those of the rules that it shares with the server. */
export function appSources(): string[] {
  return globSync(['web/**/*.{ts,tsx}', 'src/rules/**/*.ts'], {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  }).sort()
}

const unlikeSource = (file: string) => !/^web\/(messages|build|vite\.config|api\/schema\.d)\.ts$/.test(file)

/** The messages in these files, and what is wrong with how they are written. */
export function messagesIn(files: readonly string[]): { found: Found[]; problems: Problem[] } {
  const found: Found[] = []
  const problems: Problem[] = []
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8')
    if (!/\b(t|msg)\(/.test(code)) continue
    const at = (node: Node) => ({ file, line: code.slice(0, node.start).split('\n').length })
    walk(parseSync(join(root, file), code).program as unknown as Node, false, (call, isInFunction) => {
      const name = (call.callee as Node).name ?? ((call.callee as Node).property as Node | undefined)?.name
      if ((name !== 't' && name !== 'msg') || (call.callee as Node).computed) return
      const [first, second] = call.arguments as (Node | undefined)[]
      if (!first) return
      if (name === 't' && !isInFunction && file.startsWith('web/'))
        problems.push({ ...at(call), problem: 't is called while the module loads: mark the text with msg' })
      const texts = textsOf(first)
      if (name === 'msg' && texts.length === 0)
        problems.push({ ...at(call), problem: 'msg is not given a text in quotation marks' })
      for (const message of texts) found.push({ message, ...at(call), values: keysOf(second) })
    })
  }
  return { found, problems }
}

/** Attributes and properties whose text people see or hear. */
const shown =
  /^(label|title|placeholder|hint|help|alt|heading|note|text|empty|confirm|action|said|aria-label|aria-roledescription)$/

/** Texts in the markup of these files that are shown as they are written, not translated. */
export function untranslated(files: readonly string[]): Problem[] {
  return files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    const found: Problem[] = []
    const add = (node: Node, text: string) =>
      found.push({
        file,
        line: code.slice(0, node.start).split('\n').length,
        problem: `is not translated: ${text.trim()}`,
      })
    every(parseSync(join(root, file), code).program as unknown as Node, (node) => {
      if (node.type === 'JSXText' && isWords(node.value as string)) add(node, node.value as string)
      if (node.type === 'JSXExpressionContainer')
        for (const text of textsOf(node.expression as Node)) if (isWords(text)) add(node, text)
      if (node.type !== 'JSXAttribute' && node.type !== 'Property') return
      const name =
        node.type === 'JSXAttribute' ? (node.name as Node).name : ((node.key as Node).name ?? (node.key as Node).value)
      const value = node.value as Node | null
      if (!value || !shown.test(String(name))) return
      const inner = value.type === 'JSXExpressionContainer' ? (value.expression as Node) : value
      for (const text of textsOf(inner)) if (isWords(text)) add(node, text)
      if (inner.type === 'TemplateLiteral' && textsOf(inner).length === 0)
        for (const { value } of inner.quasis as { value: { cooked: string } }[])
          if (isWords(value.cooked)) add(node, value.cooked)
    })
    return found
  })
}

/** Whether a text has a word: two letters that are no code such as a class, a path or an address. */
const isWords = (text: string) =>
  /\p{L}{2}/u.test(text) && !/^\s*(Clockhouse|[a-z0-9_-]+|[/#.][\w/.-]*|https?:\S+)\s*$/.test(text)

/** The literal texts that an expression can be: itself, or the sides of `a ? b : c`. */
function textsOf(node: Node): string[] {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string } }[]
    return quasis.length === 1 ? [quasis[0]!.value.cooked] : []
  }
  if (node.type === 'ConditionalExpression')
    return [...textsOf(node.consequent as Node), ...textsOf(node.alternate as Node)]
  return []
}

function keysOf(node: Node | undefined): string[] | undefined {
  if (!node) return []
  if (node.type !== 'ObjectExpression') return undefined
  const properties = node.properties as Node[]
  return properties.every(({ type, computed }) => type === 'Property' && !computed)
    ? properties.map(({ key }) => String((key as Node).name ?? (key as Node).value))
    : undefined
}

function every(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof child.type === 'string') every(child, visit)
}

function walk(node: Node, isInFunction: boolean, visit: (call: Node, isInFunction: boolean) => void): void {
  if (node.type === 'CallExpression') visit(node, isInFunction)
  const inside = isInFunction || /Function/.test(node.type) || node.type === 'PropertyDefinition'
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof child.type === 'string') walk(child, inside, visit)
}

/** A vite plugin that leaves in a catalog only what the app shows. */
export function appCatalogs() {
  return {
    name: 'app-catalogs',
    transform: {
      order: 'pre' as const,
      handler(code: string, id: string) {
        if (!/[\\/]language[\\/]catalogs[\\/]\w+\.json$/.test(id)) return
        const shown = new Set(messagesIn(appSources().filter(unlikeSource)).found.map(({ message }) => message))
        const kept = Object.entries(JSON.parse(code)).filter(([message]) => shown.has(message))
        return { code: JSON.stringify(Object.fromEntries(kept)), map: null }
      },
    },
  }
}

/** What a language lacks, and what it has that nothing shows. */
export function comparison(language: string): { missing: string[]; unused: string[] } {
  const file = join(root, `src/rules/language/catalogs/${language}.json`)
  const catalog: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const wanted = new Set(messagesIn(allSources()).found.map(({ message }) => message))
  return {
    missing: [...wanted].filter((message) => !(message in catalog)).sort(),
    unused: Object.keys(catalog).filter((message) => !wanted.has(message)),
  }
}

// `node web/messages.ts de` prints what the catalog lacks; `node web/messages.ts web/pages/clock` what is not
// translated in a folder.
if (import.meta.main) {
  for (const given of process.argv.slice(2)) {
    if (/^[a-z]{2}$/.test(given)) console.log(JSON.stringify(comparison(given), null, 1))
    else {
      const files = allSources().filter((file) => file.startsWith(given))
      for (const { file, line, problem } of [...messagesIn(files).problems, ...untranslated(files)])
        console.log(`${file}:${line} ${problem}`)
    }
  }
}
