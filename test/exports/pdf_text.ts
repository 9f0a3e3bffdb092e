import { inflateSync } from 'node:zlib'

/** The texts of each page of a PDF made by pdfkit, as a reader copies them: in glyph order. */
export function pagesOf(bytes: Buffer): string[][] {
  const objects = objectsOf(bytes)
  const streamOf = (text: string, key: string) => objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(text)![1]!)!.stream
  const all = [...objects.values()]
  const fonts = new Map<string, string[]>()
  for (const { text } of all.filter(({ text }) => text.includes('/Font <<')))
    for (const [, name, font] of text.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name!, charactersOf(streamOf(objects.get(font!)!.text, 'ToUnicode')))
  return all
    .filter(({ text }) => /\/Type \/Page\n/.test(text))
    .map(({ text }) => textsOf(streamOf(text, 'Contents'), fonts))
}

/** The objects of the file by id, with their streams unpacked. */
function objectsOf(bytes: Buffer): Map<string, { text: string; stream: string }> {
  const found = bytes.toString('latin1').matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)
  return new Map(
    Array.from(found, ([, number, body]) => {
      const [text, packed] = body!.split('\nstream\n', 2)
      const stream = packed === undefined ? '' : inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
      return [number!, { text: text!, stream }]
    }),
  )
}

/** The characters of a font's glyphs, from its map to Unicode. */
function charactersOf(map: string): string[] {
  return [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(([, entries]) =>
    Array.from(entries!.matchAll(/<([0-9a-f ]*)>/g), ([, units]) =>
      Buffer.from(units!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  )
}

function textsOf(content: string, fonts: ReadonlyMap<string, readonly string[]>): string[] {
  return Array.from(content.matchAll(/\/(F\d+) [\d.]+ Tf[\s\S]*?\[([^\]]*)\] TJ/g), ([, font, parts]) =>
    [...parts!.matchAll(/<([0-9a-f]*)>/g)]
      .flatMap(([, glyphs]) => glyphs!.match(/.{4}/g) ?? [])
      .map((glyph) => fonts.get(font!)![Number.parseInt(glyph, 16)])
      .join(''),
  )
}
