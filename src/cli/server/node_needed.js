// Plain JavaScript without imports, because every version of Node.js runs it (clockhouse.js).

/** The oldest Node.js that the server runs on: the first of version 24 that can send requests through proxies. */
export const nodeNeeded = '24.14'

/**
 * Whether a version of Node.js is at least another one, such as `26` or `24.14`.
 * @param {string} version
 * @param {string} needed
 */
export function isNode(version, needed) {
  const [major, minor] = version.split('.').map(Number)
  const [neededMajor, neededMinor = 0] = needed.split('.').map(Number)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}
