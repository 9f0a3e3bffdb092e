/** A text folded for comparing, as the database has names: the same for `Ärzte`, `ÄRZTE` and a decomposed `ärzte`. */
export function folded(text = ''): string {
  return text.normalize('NFKC').toLowerCase().trim()
}
