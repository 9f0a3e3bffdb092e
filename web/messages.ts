import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { messagesOf } from '../src/company/catalog.ts'
import { refusalMessages } from './components/page/refusal_messages.ts'

// Finds the messages in the code, the texts passed to `t` and `msg`. The build removes from the app's catalogs what the
// app does not show, and a test compares all catalogs with the code.

/**
 * A message in the code: its location, the innermost element, attribute, property or call that it is in, such as
 * `<Card> title`, and the names of its values if they are literals in the call.
 */
export type Found = { message: string; file: string; line: number; holder: string; values: string[] | undefined }

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
    walk(
      parseSync(join(root, file), code).program as unknown as Node,
      { isInFunction: false, holder: '' },
      (call, inside) => {
        const name = (call.callee as Node).name ?? ((call.callee as Node).property as Node | undefined)?.name
        if ((name !== 't' && name !== 'msg') || (call.callee as Node).computed) return
        const [first, second] = call.arguments as (Node | undefined)[]
        if (!first) return
        if (name === 't' && !inside.isInFunction && file.startsWith('web/'))
          problems.push({ ...at(call), problem: 't is called while the module loads: mark the text with msg' })
        const texts = textsOf(first)
        if (name === 'msg' && texts.length === 0)
          problems.push({ ...at(call), problem: 'msg is not given a text in quotation marks' })
        for (const message of texts) found.push({ message, ...at(call), holder: inside.holder, values: keysOf(second) })
      },
    )
  }
  return { found, problems }
}

/** Attributes that contain no text for people. */
const codeAttribute =
  /^(className|type|d|href|id|key|htmlFor|role|viewBox|autoComplete|src|rel|kind|size|to|path|inputMode|pattern|form|name|transform|points|target|align)$|^data-|^aria-(?!label|roledescription|valuetext|description)/

/** Functions whose arguments are messages, names for programs, or matches for the server’s error texts. */
const codeCall =
  /^(t|msg|useAnswer|ask|askAs|send|useRecords|create|update|addEventListener|removeEventListener|querySelector|querySelectorAll|createElement|get|set|has|matchMedia|iconOfMenu|startsWith|endsWith|split|includes|replace|replaceAll)$/

/** Texts in these files that people would see or hear untranslated, as far as a program can tell. */
export function untranslated(files: readonly string[]): Problem[] {
  return files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    const found: Problem[] = []
    const add = ({ start }: Node, text: string) => {
      const line = code.slice(0, start).split('\n').length
      found.push({ file, line, problem: `is not translated: ${text.trim()}` })
    }
    const look = (node: Node) => {
      if (isCode(node)) return
      if (node.type === 'JSXText' && isShown(node.value as string)) add(node, node.value as string)
      if (node.type === 'Literal' && typeof node.value === 'string' && isSentence(node.value)) add(node, node.value)
      if (node.type === 'TemplateLiteral') {
        const text = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
        if (isGlued(text)) add(node, text)
      }
      // A compared value is a code, but the result of the expression may be shown.
      if (node.type === 'CallExpression' && codeCall.test(nameOf(node.callee as Node)))
        return [node.callee as Node, ...(node.arguments as Node[]).filter(({ type }) => type !== 'Literal')].forEach(
          look,
        )
      for (const child of childrenOf(node)) look(child)
    }
    look(parseSync(join(root, file), code).program as unknown as Node)
    return found
  })
}

function isCode(node: Node): boolean {
  const { type } = node
  if (/^(Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(type)) return true
  if (type === 'BinaryExpression') return /[=!]=|^in/.test(node.operator as string)
  if (type === 'SwitchCase') return false
  if (type === 'JSXAttribute') return codeAttribute.test(nameOf(node.name as Node))
  return type === 'Property' && codeAttribute.test(nameOf(node.key as Node))
}

/** Words between tags: at least two letters, except product names. */
const isShown = (text: string) => /\p{L}{2}/u.test(text) && !/^\s*(Clockhouse|HTML|[a-z0-9_-]+)\s*$/.test(text)

/** A string literal that looks like words for people: a capitalized word, or two words. */
const isSentence = (text: string) =>
  (/^[A-Z][a-z’]+([ .,:!?…]|$)/.test(text) || /\p{L}{2,} [\p{L}’]{2,}/u.test(text)) && !isKey.test(text)

const isKey =
  /^(Escape|Enter|Tab|Home|End|Delete|Backspace|Temporal|Authorization|Shift|Control|Alt|Meta|Clockhouse|not all)$/

/** A sentence with values in it, unlike a list of classes. */
const isGlued = (text: string) =>
  / /.test(text) &&
  !/^[{} ·]*Clockhouse$/.test(text) &&
  /(^|\{\}| )[\p{L}’]{2,}( |\{\}|[.,?!…]|$)/u.test(text) &&
  !/^[a-z0-9-]+( [a-z0-9-{}]+)*$/.test(text)

function nameOf(node: Node): string {
  return String(node.name ?? node.value ?? (node.property as Node | undefined)?.name ?? '')
}

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

/** Where a call is: in a function or run while the module loads, and in what. */
type Inside = { isInFunction: boolean; holder: string }

function walk(node: Node, outside: Inside, visit: (call: Node, inside: Inside) => void): void {
  if (node.type === 'CallExpression') visit(node, outside)
  const inside = {
    isInFunction: outside.isInFunction || /Function/.test(node.type) || node.type === 'PropertyDefinition',
    holder: holderOf(node, outside.holder),
  }
  for (const child of childrenOf(node)) walk(child, inside, visit)
}

function holderOf(node: Node, outer: string): string {
  if (node.type === 'JSXElement') return `<${nameOf((node.openingElement as Node).name as Node)}>`
  if (node.type === 'JSXAttribute') return `${outer.replace(/ .*/, '')} ${nameOf(node.name as Node)}`
  if (node.type === 'Property') return `${nameOf(node.key as Node)}:`
  if (node.type === 'VariableDeclarator') return `${nameOf(node.id as Node)}:`
  const called = node.type === 'CallExpression' ? nameOf(node.callee as Node) : ''
  return called === '' || /^(t|msg|rich|map|flatMap|filter|join)$/.test(called) ? outer : `${called}()`
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof (child as Node | null)?.type === 'string')
}

/** A Vite plugin that leaves the API's texts out of the table of refusals. */
export function shownRefusals() {
  return {
    name: 'shown-refusals',
    transform: {
      order: 'pre' as const,
      handler(_code: string, id: string) {
        if (!/[\\/]refusal_messages\.ts$/.test(id)) return
        const code = `export const refusalMessages = ${JSON.stringify(refusalMessages)}`
        return { code, map: null, moduleType: 'js' as const }
      },
    },
  }
}

/** A Vite plugin that reduces a catalog to what the app shows, and to what differs from English. */
export function appCatalogs() {
  return {
    name: 'app-catalogs',
    transform: {
      order: 'pre' as const,
      handler(code: string, id: string) {
        if (!/[\\/]language[\\/]catalogs[\\/]\w+\.po$/.test(id)) return
        const shown = new Set(messagesIn(appSources().filter(unlikeSource)).found.map(({ message }) => message))
        const kept = Object.entries(messagesOf(code)).filter(
          ([message, text]) => shown.has(message) && message !== text,
        )
        return {
          code: `export default ${JSON.stringify(Object.fromEntries(kept))}`,
          map: null,
          moduleType: 'js' as const,
        }
      },
    },
  }
}

// `node web/messages.ts web/pages/clock` prints what is not translated in a folder.
if (import.meta.main) {
  for (const given of process.argv.slice(2)) {
    const files = allSources().filter((file) => file.startsWith(given))
    for (const { file, line, problem } of [...messagesIn(files).problems, ...untranslated(files)])
      console.log(`${file}:${line} ${problem}`)
  }
}
