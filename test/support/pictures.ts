import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Values } from '../../src/engine/table.ts'

/** The image of the contract's example: one pixel, 68 bytes. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

/** A gray PNG that claims these dimensions. Its image data is one row, unless given. */
export function png(width: number, height: number, data = Buffer.alloc(width + 1)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    pixel.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** An incompressible PNG of noise with about this many bytes. */
export function noise(bytes: number, seed = 1): Buffer {
  const width = 255
  const height = Math.max(1, Math.round(bytes / (width + 1)))
  const data = Buffer.alloc((width + 1) * height)
  let state = seed
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    data[at] = at % (width + 1) === 0 ? 0 : state >>> 16
  }
  return png(width, height, data)
}

/** A JPEG, red on the left and blue on the right, with this EXIF orientation. */
export function jpeg(width: number, height: number, orientation = 1): Promise<Buffer> {
  const right = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: 'blue' } }
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: right, left: Math.floor(width / 2), top: 0 }])
    .jpeg()
    .withMetadata({ orientation })
    .toBuffer()
}

/** An item that uploads these bytes. */
export function upload(bytes: Buffer = pixel, properties: Values = {}): Values {
  return { file_name: 'picture.png', file_data: bytes.toString('base64'), ...properties }
}
