import { t } from '../language.ts'
import type { PartOf } from './contract.ts'
import { ApiError, errorOf, send } from './request.ts'

type Line = PartOf<'GET /api/console/exports/{target}'>

/** Progress of a file: how many of `of` rows are done; `of` is 0 while the total is unknown. */
export type Progress = Extract<Line, { done: number }>

type FileLine = Extract<Line, { file: object }>

/** Fetches a file that takes a while to make, reporting progress. Throws ApiError, or AbortError when canceled. */
export async function download(
  path: string,
  query: Record<string, string>,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<{ name: string; content: Blob }> {
  const headers = { accept: 'application/x-ndjson' }
  const response = await send('GET', path, { query, headers, signal })
  const reader = response.body!.getReader()
  let rest = new Uint8Array(0)
  for (;;) {
    const end = rest.indexOf(10)
    if (end < 0) {
      const { value, done } = await reader.read()
      if (done) throw new ApiError(0, t('The connection was lost before the file was ready. Try again.'))
      rest = joined(rest, value)
      continue
    }
    const line: Line = JSON.parse(new TextDecoder().decode(rest.subarray(0, end)))
    rest = rest.slice(end + 1)
    if ('error' in line) throw await errorOf(line.error.code, line.error)
    if ('done' in line) tell(line)
    if ('file' in line) return { name: line.file.name, content: await restOf(reader, rest, line.file) }
  }
}

async function restOf(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  first: Uint8Array<ArrayBuffer>,
  { type, bytes }: FileLine['file'],
): Promise<Blob> {
  const parts = [first]
  let size = first.length
  while (size < bytes) {
    const { value, done } = await reader.read()
    if (done) throw new ApiError(0, t('The connection was lost during the download. Try again.'))
    parts.push(value)
    size += value.length
  }
  return new Blob(parts, { type })
}

function joined(first: Uint8Array<ArrayBuffer>, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** After this long, a busy browser has read the file that it was given. */
const readMilliseconds = 60_000

/** Saves the file through the browser, as if the user had clicked a download link. */
export function keep({ name, content }: { name: string; content: Blob }): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readMilliseconds)
}
