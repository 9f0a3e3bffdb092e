// Windows-1252, the only character set that QuickBooks Desktop reads.

/** Those that stand elsewhere in Unicode, from byte 0x80 on; blanks are bytes without a letter. */
const upper = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** The byte of a letter, undefined for one that is not among them. */
function byteOf(letter: string): number | undefined {
  const code = letter.codePointAt(0)!
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const place = letter === ' ' ? -1 : upper.indexOf(letter)
  return place < 0 ? undefined : 0x80 + place
}

/** Whether all letters of the text are among them. */
export function isWindows(text: string): boolean {
  return [...text.normalize('NFC')].every((letter) => byteOf(letter) !== undefined)
}

/** The text in bytes; `?` stands for what is not among them. */
export function toWindows(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize('NFC')], (letter) => byteOf(letter) ?? 0x3f)
}
