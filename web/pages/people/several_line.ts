import { isEmailAddress } from '../../../src/rules/settings/new_company.ts'
import { amountStart, type Pay, payIn } from './several_pay.ts'

/** Why a line is not read; it goes with the part of the line that it is about. */
export type LineProblem =
  | 'heading'
  | 'name'
  | 'first'
  | 'people'
  | 'email'
  | 'emails'
  | 'number'
  | 'decimals'
  | 'amount'
  | 'amounts'
  | 'setPay'
  | 'unread'

/** A line that is not read. */
export type Unread = { problem: LineProblem; part: string }

/** What a line says about a person. `isUnsure`: which name is the first one is likely, and no more. */
export type ReadLine = {
  first_name: string
  last_name: string
  isUnsure: boolean
  email: string
  pay: Pay | undefined
}

/** The parts that were found so far. `isPast`: something else came after the name, so more words are no part of it. */
type Found = { names: Field[]; isPast: boolean; email: string; pay: Pay | undefined }

/** A part of a line, and the separator before it. */
type Field = { text: string; after: string }

/** Reads a line such as `Ana Silva, ana@example.com, 28.50`, all of it or nothing. */
export function readLine(line: string, maySetPay: boolean): ReadLine | Unread {
  const fields = fieldsIn(line.replace(bullet, ''))
  if (isHeading(fields)) return { problem: 'heading', part: '' }
  const found: Found = { names: [], isPast: false, email: '', pay: undefined }
  for (const field of fields) {
    const unread = field.text.includes('@') ? takeEmail(field.text, found) : takeText(field, found)
    if (unread) return unread
  }
  const { names, email, pay } = found
  if (pay && !maySetPay) return { problem: 'setPay', part: pay.text }
  const named = namesOf(names)
  return 'problem' in named ? named : { ...named, email, pay }
}

/** The mark or number of a line of a list. */
const bullet = /^(?:[-*•–]|\d{1,3}[.)])\s+(?=\S*\p{L})/u

const emails = /[<(]?(?:mailto:)?([^\s<>()[\]{},;"|]*@[^\s<>()[\]{},;"|]*)[>)]?/g

/** The parts of a line. A comma between digits belongs to a number, an email address is a part without any separator. */
function fieldsIn(line: string): Field[] {
  const marked = line.replaceAll(emails, ';$1;').replaceAll(/(^|[,;\t]\s*)"([^"]*)"(?=\s*(?:[,;\t]|$))/g, '$1$2')
  const fields: Field[] = []
  let after = ''
  for (const [at, piece] of marked.split(/([;\t]|(?<!\d),|,(?!\d))/).entries()) {
    const text = piece.trim().replaceAll(/\s+/g, ' ')
    if (at % 2 === 1) after = piece
    else if (text !== '') fields.push({ text, after })
  }
  return fields
}

const sureHeadings = new Set(
  'name|names|first name|last name|full name|employee|email|e-mail|email address|vorname|nachname|prénom|nombre|apellido|apellidos|correo|courriel'.split(
    '|',
  ),
)
const headings = new Set(
  'first|last|address|nom|pay|rate|wage|hourly|hour|per|lohn|stundenlohn|salario|salaire'.split('|'),
)

/** Whether it says what is in the columns of a table. */
function isHeading(fields: readonly Field[]): boolean {
  const texts = fields.map(({ text }) => text.toLowerCase())
  const words = texts.flatMap((text) => text.split(' '))
  return (
    texts.some((text) => sureHeadings.has(text)) || words.every((word) => sureHeadings.has(word) || headings.has(word))
  )
}

function takeEmail(text: string, found: Found): Unread | undefined {
  if (!isEmailAddress(text)) return { problem: 'email', part: text }
  if (found.email !== '') return { problem: 'emails', part: text }
  found.email = text
  found.isPast = found.names.length > 0
  return undefined
}

/** Takes a name, an amount, or a name that an amount follows. */
function takeText({ text, after }: Field, found: Found): Unread | undefined {
  const at = amountStart(text)
  const name = at < 0 ? text : text.slice(0, at).replace(/\s*[-–—:=]?\s*$/, '')
  if (name !== '') {
    const unread = takeName({ text: name, after }, found)
    if (unread) return unread
  }
  if (at < 0) return undefined
  if (found.names.length === 0) return { problem: 'first', part: text }
  const amount = text.slice(at)
  const pay = payIn(amount)
  if (!pay) return { problem: /\d[.,]\d{3}/.test(amount) ? 'decimals' : 'amount', part: amount }
  // A number after a name may be anything, such as the second person of that name.
  if (name !== '' && !pay.isPlain) return { problem: 'number', part: amount }
  if (found.pay) return { problem: 'amounts', part: amount }
  found.pay = pay
  found.isPast = true
  return undefined
}

const ordinal = /^\d+(?:st|nd|rd|th)$/i
const nameWord = /^["“„'’]?\p{L}[\p{L}\p{M}.'’‘·"”‐‑-]*$/u

function takeName(field: Field, found: Found): Unread | undefined {
  const words = field.text.split(' ')
  if (words.some((word) => /^(?:&|\+|and|und|et)$/.test(word))) return { problem: 'people', part: field.text }
  const odd = words.find((word) => !nameWord.test(word) && !ordinal.test(word))
  if (odd !== undefined) return { problem: 'unread', part: odd }
  if (found.isPast) return { problem: 'unread', part: field.text }
  found.names.push(field)
  return undefined
}

type Named = { first_name: string; last_name: string; isUnsure: boolean }

const suffix = /^(?:jr|sr|ii|iii|iv|\d+(?:st|nd|rd|th))\.?$/i
const particle =
  /^(?:van|von|vom|der|den|de|del|della|da|das|di|do|dos|du|la|le|el|al|bin|ibn|ten|ter|zu|zum|zur|af|av) /

/** The first name and the last name: the last word, or what stands before a comma. */
function namesOf(fields: readonly Field[]): Named | Unread {
  const [one, other, more] = fields
  if (!one) return { problem: 'name', part: '' }
  if (more) return { problem: 'people', part: fields.map(({ text }) => text).join(', ') }
  if (!other || suffix.test(other.text)) return wholeName([one.text, other?.text].filter(Boolean).join(' '))
  const read = { first_name: other.text, last_name: one.text }
  if (!one.text.includes(' ')) return { ...read, isUnsure: other.after !== ',' }
  if (particle.test(one.text)) return { ...read, isUnsure: false }
  // After a whole name, what does not look like a first name is an address that was mistyped, or something else.
  if (/^\p{Ll}/u.test(other.text) && !/^\p{Ll}/u.test(one.text)) return { problem: 'unread', part: other.text }
  if (other.text.includes(' ')) return { problem: 'people', part: `${one.text}, ${other.text}` }
  return { ...read, isUnsure: true }
}

function wholeName(text: string): Named | Unread {
  const words = text.split(' ')
  const last = words.slice(words.length > 1 && suffix.test(words.at(-1)!) ? -2 : -1)
  const first = words.slice(0, -last.length)
  if (first.length === 0) return { problem: 'name', part: '' }
  return { first_name: first.join(' '), last_name: last.join(' '), isUnsure: false }
}
