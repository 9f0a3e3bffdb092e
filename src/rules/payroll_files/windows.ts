// Windows-1252, the only character set that QuickBooks Desktop reads.

/** The characters from byte 0x80 on that differ from Latin-1; spaces are unassigned bytes. */
const upper = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** The byte of a character; undefined if it has none. */
function byteOf(letter: string): number | undefined {
  const code = letter.codePointAt(0)!
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const place = letter === ' ' ? -1 : upper.indexOf(letter)
  return place < 0 ? undefined : 0x80 + place
}

/** Whether all characters of the text are in Windows-1252. */
export function isWindows(text: string): boolean {
  return [...text.normalize('NFC')].every((letter) => byteOf(letter) !== undefined)
}

/** Encodes the text; characters without a byte become `?`. */
export function toWindows(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize('NFC')], (letter) => byteOf(letter) ?? 0x3f)
}
