import { t } from '../../../language.ts'

/** The encodings that are recognized for certain, then those of older programs, which can only be guessed. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250' | 'macintosh'

/** The names of the encodings. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  macintosh: 'MacRoman',
}

/** A text, how it was encoded, and the encodings that it could have as well; none if it is certain. */
export type Decoded = { text: string; encoding: Encoding; others: readonly Encoding[] }

const older: readonly Encoding[] = ['windows-1252', 'windows-1250', 'macintosh']

/**
 * Decodes text as programs save it: UTF-8, UTF-16, or an older encoding, which may be `chosen`. Throws an Error with a
 * message for the user, with the row, for bytes that are none of them: nothing is replaced.
 */
export function decode(bytes: Uint8Array, chosen?: Encoding): Decoded {
  const marked = markOf(bytes) ?? sparse(bytes)
  if (marked) return certain(bytes, marked)
  const text = attempt(bytes, 'utf-8')
  if (text !== undefined) return plain({ text, encoding: 'utf-8', others: [] })
  // Text of an older encoding hardly ever has what looks like a letter in UTF-8. So this is UTF-8, cut or damaged.
  if (isDamagedUtf8(bytes)) throw damaged('UTF-8', badRow(bytes))
  const possible = older.flatMap((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes)
    return /[\u0080-\u009f]/.test(text) ? [] : [{ text, encoding }]
  })
  const found = possible.find(({ encoding }) => encoding === chosen) ?? possible[0]!
  const others = possible.map(({ encoding }) => encoding).filter((encoding) => encoding !== found.encoding)
  return plain({ ...found, others })
}

function certain(bytes: Uint8Array, encoding: Encoding): Decoded {
  const text = attempt(bytes, encoding)
  if (text === undefined) throw damaged(encodingNames[encoding], encoding === 'utf-8' ? badRow(bytes) : 0)
  return plain({ text, encoding, others: [] })
}

function plain(decoded: Decoded): Decoded {
  if (decoded.text.includes('\0'))
    throw new Error(t('This isn’t a text file. Save your list as CSV and upload that file.'))
  return decoded
}

function damaged(encoding: string, row: number): Error {
  if (row === 0)
    return new Error(t('This file is damaged: it begins as {encoding}, but isn’t. Save it again.', { encoding }))
  return new Error(
    t('This file is damaged: row {row} has characters that aren’t {encoding}. Save it again as CSV UTF-8.', {
      row,
      encoding,
    }),
  )
}

/** The encoding that a byte order mark tells. */
function markOf([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}

/** UTF-16 without a byte order mark: most of every other byte of a list is zero. */
function sparse(bytes: Uint8Array): Encoding | undefined {
  const head = bytes.subarray(0, 1000)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros
  if (even === 0 && odd > head.length / 4) return 'utf-16le'
  return odd === 0 && even > head.length / 4 ? 'utf-16be' : undefined
}

function attempt(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether more of the letters outside ASCII are well formed UTF-8 than are not. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  const wrong = text.match(/\ufffd+/g)?.length ?? 0
  const right = text.match(/[^\p{ASCII}\ufffd]+/gu)?.length ?? 0
  return right >= wrong
}

/** The first row that is not UTF-8. */
function badRow(bytes: Uint8Array): number {
  let begin = 0
  for (let row = 1; begin < bytes.length; row++) {
    const found = bytes.indexOf(0x0a, begin)
    const end = found < 0 ? bytes.length : found
    if (attempt(bytes.subarray(begin, end), 'utf-8') === undefined) return row
    begin = end + 1
  }
  return 0
}
