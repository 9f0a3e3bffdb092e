import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zoneFiles } from '../../src/cli/server/zone_files.ts'

/**
 * Writes the time zone data of this Node.js into a folder, with another version of the same length, such as 2098z. With
 * `kathmandu`, that zone has had another offset since 1986: this many seconds instead of 5:45 h.
 */
export function writeZoneFiles(folder: string, version: string, { kathmandu }: { kathmandu?: number } = {}): void {
  const node = readFileSync(process.execPath)
  const toc = contentsOf(node)
  mkdirSync(folder, { recursive: true })
  for (const name of zoneFiles) {
    const bytes = Buffer.from(toc.get(name)!)
    const own = Buffer.from(process.versions.tz!, 'utf16le')
    for (let at = bytes.indexOf(own); at >= 0; at = bytes.indexOf(own, at + own.length))
      bytes.write(version, at, 'utf16le')
    if (name === 'zoneinfo64.res' && kathmandu !== undefined) moveKathmandu(bytes, kathmandu)
    writeFileSync(join(folder, name), bytes)
  }
}

function moveKathmandu(bytes: Buffer, seconds: number): void {
  // The zone's offsets in order, each with its daylight saving time. No other zone has ever had the first one.
  const offsets = Buffer.from(Int32Array.of(20_476, 0, 19_800, 0, 20_700, 0).buffer)
  const at = bytes.indexOf(offsets)
  if (at < 0) throw new Error('the offsets of Asia/Kathmandu are not where they were')
  bytes.writeInt32LE(seconds, at + 16)
}

/** The files of ICU inside the program: a header, how many there are, then where their names and bytes begin. */
function contentsOf(node: Buffer): Map<string, Buffer> {
  for (let at = node.indexOf('CmnD'); at >= 0; at = node.indexOf('CmnD', at + 4)) {
    const header = at - 12
    if (node[header + 2] !== 0xda || node[header + 3] !== 0x27) continue
    const start = header + node.readUInt16LE(header)
    const count = node.readUInt32LE(start)
    const entries = Array.from({ length: count }, (_, index) => {
      const from = start + 4 + index * 8
      const name = start + node.readUInt32LE(from)
      const text = node.toString('latin1', name, node.indexOf(0, name))
      return { name: text.slice(text.indexOf('/') + 1), from: start + node.readUInt32LE(from + 4) }
    })
    return new Map(
      entries.map(({ name, from }, index) => [name, node.subarray(from, entries[index + 1]?.from ?? from + 1e6)]),
    )
  }
  throw new Error('this Node.js has no data of ICU')
}
