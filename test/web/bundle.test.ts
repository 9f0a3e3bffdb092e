import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'

// What a phone loads before the clock shows: the page, the entry, the clock, what they import, their styles, and what
// browsers without Temporal need.

const dist = join(import.meta.dirname, '../../web/dist')
const budgetBytes = 150_000

type Chunk = { file: string; imports?: string[]; css?: string[] }

test('the first load stays below 150 kB', () => {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const temporal = Object.keys(chunks).find((name) => name.includes('temporal-polyfill')) ?? 'Temporal'
  const wanted = new Set(['index.html', 'pages/clock/clock.tsx', temporal])
  for (const name of wanted) {
    assert.ok(chunks[name], `the build has no ${name}`)
    for (const further of chunks[name].imports ?? []) wanted.add(further)
  }
  const files = new Set([
    'index.html',
    ...[...wanted].flatMap((name) => [chunks[name]!.file, ...(chunks[name]!.css ?? [])]),
  ])
  assert.ok(![...files].some((file) => file.includes('leaflet')), 'the library of maps is loaded with maps only')
  const sizes = [...files].map((file) => {
    const bytes = readFileSync(join(dist, file))
    return { file, brotli: brotliCompressSync(bytes).length, gzip: gzipSync(bytes).length }
  })
  const total = (kind: 'brotli' | 'gzip') => sizes.reduce((sum, size) => sum + size[kind], 0)
  const list = sizes.map(({ file, brotli, gzip }) => `${file}: ${brotli} brotli, ${gzip} gzip`).join('\n')
  for (const kind of ['brotli', 'gzip'] as const)
    assert.ok(total(kind) < budgetBytes, `${total(kind)} bytes with ${kind}, at most ${budgetBytes}\n${list}`)
})
