// Versions of the program: `0.4.0`, and between releases `0.4.0-dev+4ee58d48`.

/** Whether a version is newer than another one. What is between releases is older than the release that it leads to. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)]
  const index = a.findIndex((part, at) => part !== b[at])
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0)
}

/** The three numbers of a version, and 1 for a release. */
function partsOf(version: string): number[] {
  const [numbers = '', ...rest] = version.split(/[-+]/)
  return [...numbers.split('.').map(Number), rest.length > 0 && version.includes('-') ? 0 : 1]
}

/** A file of a release: the version, and the name of the file. */
export type ReleasedFile = { version: string; file: string; sha256: string }

/** The archive for a platform, or any, in the text of SHA256SUMS, as sha256sum writes it; undefined if there is none. */
export function archiveIn(sums: string, platform?: string): ReleasedFile | undefined {
  for (const [, sha256 = '', file = '', version = '', of] of sums.matchAll(lines))
    if (platform === undefined || of === platform) return { version, file, sha256 }
  return undefined
}

const lines = /^([0-9a-f]{64}) [ *](clockhouse-(\d[\w.+-]*?)-((?:linux|darwin|win)-(?:x64|arm64))\.(?:tar\.gz|zip))$/gm
