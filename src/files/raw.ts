import { Readable } from 'node:stream'
import type { Actor } from '../engine/context.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { parseInteger } from '../engine/fields.ts'
import { type Handle, type Row, sql } from '../engine/sql.ts'
import { idMax } from '../engine/table.ts'
import { readBytes } from '../resources/files/bytes.ts'
import { type File, files } from '../resources/files.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { parameters } from '../wire/request.ts'
import { sizes, thumbnail } from './thumbnail.ts'

/**
 * A response with bytes instead of JSON. The body is produced only if the client does not have it yet and is still
 * connected.
 */
export type Download = { headers: Record<string, string>; body: (isGone: () => boolean) => Promise<Readable | Buffer> }

/** Whether a response is a download. */
export function isDownload(answer: object | string): answer is Download {
  return typeof answer === 'object' && 'body' in answer && 'headers' in answer
}

/** The endpoint's description for the reference. */
export const rawEndpoint: Endpoint = {
  method: 'get',
  path: '/files/raw',
  name: 'downloadFile',
  summary: 'Downloads a picture',
  about:
    'The bytes of a file, or with `size` a smaller picture, rotated upright and without camera metadata. Errors are ' +
    'JSON.',
  query: {
    id: {
      schema: { type: 'integer', minimum: 1, maximum: idMax, 'x-refers-to': 'files' },
      about: 'The file.',
      required: true,
    },
    size: { schema: { type: 'integer', enum: sizes }, about: 'Longest side of a smaller picture, in pixels.' },
  },
  media: ['application/octet-stream', 'image/png', 'image/jpeg'],
  statuses: { 304: '', 404: 'The file does not exist, was deleted, or is not visible to the user.' },
}

/** The file that a query asks for. RequestError 404 if the actor cannot see such a file, 417 for an invalid query. */
export async function rawFile(search: URLSearchParams, actor: Actor, handle: Handle): Promise<Download> {
  const { id, size } = read(search)
  const row = await handle.get<Row>(
    sql`select * from files where company_id = ${actor.companyId} and id = ${id} and active = 1 and ${files.visible(actor)}`,
  )
  if (!row) throw new RequestError(404, 'no_such_file', { id })
  const file = files.load(row)
  const bytes = () => readBytes(file, actor.companyId, handle)
  return size === undefined ? whole(file, bytes) : smaller(file, size, bytes, actor.companyId)
}

/** The original file, with the headers of the contract. The bytes of an id never change. */
function whole(file: File, bytes: () => AsyncGenerator<Uint8Array>): Download {
  return {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(file.size),
      'content-disposition': attachment(file.file_name),
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
      etag: `"${file.id.toString(36)}"`,
    },
    body: async () => Readable.from(bytes(), { objectMode: false }),
  }
}

/** A smaller picture. It may be rotated later, so clients must revalidate it. */
function smaller(file: File, size: number, bytes: () => AsyncGenerator<Uint8Array>, companyId: number): Download {
  const picture = { ...file, rotation: file.meta_data.image_rotation ?? 0 }
  return {
    headers: {
      'content-type': `image/${file.format}`,
      'content-disposition': 'inline',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      etag: `"${file.id.toString(36)}-${size}-${file.last_modified.toString(36)}"`,
    },
    body: (isGone) => thumbnail(bytes, picture, size, { companyId, isGone }),
  }
}

function read(search: URLSearchParams): { id: number; size: number | undefined } {
  const given = parameters(search)
  const [id, size] = [given.get('id')?.join(), given.get('size')?.join()]
  if (id === undefined) throw new RequestError(417, 'required', { field: 'id' })
  try {
    const parsed = size === undefined ? undefined : parseInteger(size, 'size', 1, idMax)
    if (parsed !== undefined && !sizes.includes(parsed))
      throw new Refusal(417, 'not_one_of', { field: 'size', choices: sizes.join(', ') })
    return { id: parseInteger(id, 'id', 1, idMax), size: parsed }
  } catch (error) {
    if (error instanceof Refusal) throw new RequestError(error.status, error.reason)
    throw error
  }
}

/** Content-Disposition (RFC 6266): a plain ASCII name alone, any other name also in full (RFC 8187). */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^ -~]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"${plain === fileName ? '' : `; filename*=UTF-8''${encoded}`}`
}
