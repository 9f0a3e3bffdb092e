// Plain JavaScript without imports, because every version of Node.js runs it (clockhouse.js).

/** The oldest Node.js that the server runs on: the first of version 24 in which SQLite is no experiment. */
export const nodeNeeded = '24.15'

/**
 * Whether a version of Node.js is at least another one, such as `26` or `24.15`.
 * @param {string} version
 * @param {string} needed
 */
export function isNode(version, needed) {
  const [major, minor] = version.split('.').map(Number)
  const [neededMajor, neededMinor = 0] = needed.split('.').map(Number)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}
