/**
 * A username or an address as it is compared: in lower case and composed, as keyboards write it, and otherwise as it is. Unlike a folded name, a full-width
 * `ｂ` is no `b`: anyone who has proved one address has not proved another that only looks like it.
 */
export function identityKey(text: string): string {
  const given = text.trim()
  const trimmed = isPlain(given) ? given.normalize('NFC') : given
  const lower = trimmed.toLowerCase()
  // The small letter of the sign for kelvin is an ordinary k.
  return isPlain(trimmed) || !isPlain(lower) ? lower : trimmed
}

/** Whether no character of a text stands for others, as `ﬁ` does for fi, or a full-width letter for an ordinary one. */
export function isPlain(text: string): boolean {
  // A letter and its accent may be two characters, which look like nothing else.
  return text.normalize('NFC') === plainOf(text) && [...text].every((one) => one.normalize('NFC') === one)
}

/** A text with ordinary letters (Unicode's form NFKC). */
export function plainOf(text: string): string {
  return text.normalize('NFKC')
}
