import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { create } from 'fontkit'

/** A font to embed, and the code points it can draw. */
export type Font = { name: string; bytes: Buffer; characters: ReadonlySet<number> }

// DejaVu Sans covers the alphabets of Europe, Vietnam and the Middle East. UnifontEX is coarse, but covers nearly all others.
const files = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  fallback: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
}

const loaded = new Map<string, Font>()

/** The font with this name, read from its package on first use. */
export function fontNamed(name: keyof typeof files): Font {
  const known = loaded.get(name)
  if (known) return known
  const file = readFileSync(new URL(import.meta.resolve(files[name])))
  const bytes = file.toString('latin1', 0, 4) === 'wOFF' ? unpacked(file) : file
  const font = create(bytes)
  if (!('characterSet' in font)) throw new Error(`${files[name]} is a collection of fonts`)
  const made = { name, bytes, characters: new Set(font.characterSet) }
  loaded.set(name, made)
  return made
}

/** Whether a font can draw a text. Invisible characters need no glyph. */
export function draws(font: Font, text: string): boolean {
  for (const character of text)
    if (!font.characters.has(character.codePointAt(0)!) && !invisible.test(character)) return false
  return true
}

/** Whether every character of a text can be drawn. */
export function isPrintable(text: string): boolean {
  const plain = text.normalize('NFC')
  return draws(fontNamed('regular'), plain) || [...plain].every((character) => draws(fontNamed('fallback'), character))
}

const invisible = /\p{Default_Ignorable_Code_Point}/u

/**
 * The TrueType file inside a WOFF 1.0 file (W3C, WOFF File Format 1.0, sections 3 and 4). fontkit reads WOFF itself, but
 * inflates a whole table for every glyph, which takes seconds for a font this large.
 */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(12 + 16 * count)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const parts: Buffer[] = [header]
  let offset = header.length
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index
    const field = (place: number) => woff.readUInt32BE(entry + place)
    const [start, packed, length] = [field(4), field(8), field(12)]
    const bytes = woff.subarray(start, start + packed)
    const table = packed < length ? inflateSync(bytes) : bytes
    const place = 12 + 16 * index
    woff.copy(header, place, entry, entry + 4)
    woff.copy(header, place + 4, entry + 16, entry + 20)
    header.writeUInt32BE(offset, place + 8)
    header.writeUInt32BE(length, place + 12)
    parts.push(table, Buffer.alloc(-length & 3))
    offset += length + (-length & 3)
  }
  return Buffer.concat(parts)
}
