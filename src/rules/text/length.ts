/** Whether a text has more than `max` characters. One much longer is not split into its characters to find out. */
export function isLonger(text: string, max: number): boolean {
  // A character has at most two UTF-16 code units.
  return text.length > 2 * max || (text.length > max && [...text].length > max)
}
