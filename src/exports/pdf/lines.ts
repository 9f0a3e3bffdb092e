import bidiFactory from 'bidi-js'
import { draws, type Font, fontNamed } from './fonts.ts'

/** A piece of a line in one font and one direction. */
export type Run = { text: string; font: Font; isRightToLeft: boolean }

// Its types declare an ES module, but Node loads a CommonJS module that is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The runs of a line from left to right, as the Unicode Bidirectional Algorithm orders them. */
export function runsOf(line: string, isBold: boolean): Run[] {
  const main = fontNamed(isBold ? 'bold' : 'regular')
  if (!rightToLeft.test(line))
    return draws(main, line) ? [{ text: line, font: main, isRightToLeft: false }] : inFonts(line, main, false)
  const embedding = bidi.getEmbeddingLevels(line, 'ltr')
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  const runs: Run[] = []
  const order = bidi.getReorderedIndices(line, embedding)
  for (let first = 0, last = 0; first < order.length; first = last) {
    const level = embedding.levels[order[first]!]!
    while (last < order.length && embedding.levels[order[last]!] === level) last++
    // fontkit shapes and reverses right-to-left runs, so it gets the characters in reading order.
    const indices = order.slice(first, last).sort((a, b) => a - b)
    const text = indices.map((index) => mirrored.get(index) ?? line[index]).join('')
    const pieces = inFonts(text, main, level % 2 === 1)
    runs.push(...(level % 2 === 1 ? pieces.reverse() : pieces))
  }
  return runs
}

/** Splits a text into runs of one font. */
function inFonts(text: string, main: Font, isRightToLeft: boolean): Run[] {
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(text)) {
    const font = draws(main, segment) ? main : fontNamed('fallback')
    const latest = runs.at(-1)
    if (latest?.font === font) latest.text += segment
    else runs.push({ text: segment, font, isRightToLeft })
  }
  return runs
}

/** Breaks a text into lines of at most this width; if there is more, the last line ends with an ellipsis. */
export function linesOf(text: string, width: number, linesMax: number, widthOf: (text: string) => number): string[] {
  const blank = widthOf(' ')
  const lines: string[] = []
  for (let rest = text; rest !== ''; ) {
    const whole = beginning(rest.match(/\S*\s?/g)!, width + blank, widthOf)
    if (whole !== rest && lines.length === linesMax - 1)
      return [...lines, `${beginning(graphemesOf(rest), width - widthOf('…'), widthOf).trimEnd()}…`]
    const line = whole || beginning(graphemesOf(rest), width, widthOf) || rest
    lines.push(line.trimEnd())
    rest = rest.slice(line.length)
  }
  return lines
}

/** As many parts as fit into the width. */
function beginning(parts: Iterable<string>, width: number, widthOf: (text: string) => number): string {
  let taken = ''
  let left = width
  for (const part of parts) {
    left -= widthOf(part)
    if (left < 0) break
    taken += part
  }
  return taken
}

function* graphemesOf(text: string): Iterable<string> {
  for (const { segment } of graphemes.segment(text)) yield segment
}
