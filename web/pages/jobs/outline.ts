/** A line of an outline: its number, its text without indentation and mark, and the place of the line that it is under. */
export type OutlineLine = {
  number: number
  text: string
  under: number | undefined
  problem: 'indent' | 'mark' | undefined
}

/** A line as written: `indent` is its white space, `width` how far in it is. */
type Written = { number: number; indent: string; width: number; hasMark: boolean; text: string }

/**
 * Reads which line is under which: a line is under the nearest one above it that is at least two spaces or a tab less far in.
 * A single space is a slip. Lines may have marks such as `-`, if those beside them have.
 */
export function outlineOf(text: string): OutlineLine[] {
  const lines = text.split('\n').flatMap(writtenLine)
  const least = Math.min(...lines.map(({ width }) => width))
  const indents = lines.map(({ indent }) => indent).join('|')
  const isMixed = indents.includes('\t') && indents.includes('  ')
  const open: { at: number; width: number }[] = []
  return lines.map(({ number, width, hasMark, text }, at) => {
    const { isClear, under } = place(width - least, open)
    if (isClear) open.push({ at, width: width - least })
    const isMarkUnclear = hasMark && width === least && lines.some((line) => line.width === least && !line.hasMark)
    const isIndentUnclear = !isClear || (isMixed && width > least)
    return { number, text, under, problem: isIndentUnclear ? 'indent' : isMarkUnclear ? 'mark' : undefined }
  })
}

const mark = /^[-*•–]\s+/

function writtenLine(raw: string, at: number): Written[] {
  const line = raw.replaceAll(/[\u200b\ufeff]/g, '').trimEnd()
  const marked = line.trimStart()
  if (marked === '') return []
  const indent = line.slice(0, line.length - marked.length)
  const columns = indent.replaceAll('\t', '  ').length
  const width = columns < 2 ? 0 : columns
  return [{ number: at + 1, indent, width, hasMark: mark.test(marked), text: marked.replace(mark, '') }]
}

/** Closes the lines above that are as far in or further, and finds the one that a line is under, if that is clear. */
function place(width: number, open: { at: number; width: number }[]): { isClear: boolean; under: number | undefined } {
  let closed: number | undefined
  while (open.length > 0 && open.at(-1)!.width >= width) closed = open.pop()!.width
  const above = open.at(-1)
  // Between two levels, a line could belong to either.
  const isBetween = closed !== undefined && closed !== width
  const isClear = above ? !isBetween && width - above.width >= 2 : width === 0
  return { isClear, under: above?.at }
}
