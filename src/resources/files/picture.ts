import { partBytes } from './bytes.ts'

/** What a picture's bytes say about it. */
type Picture = { format: 'png' | 'jpeg'; width: number; height: number }

/** File name extensions by format. */
export const endings: Record<Picture['format'], readonly string[]> = { png: ['.png'], jpeg: ['.jpg', '.jpeg'] }

/** Reads the header of a PNG or JPEG, up to its picture data; undefined for any other or truncated file. */
export function readPicture(parts: readonly Uint8Array[], size: number): Picture | undefined {
  const byte = (at: number) => parts[Math.floor(at / partBytes)]?.[at % partBytes] ?? 0
  const picture = readPng(byte, size) ?? readJpeg(byte, size)
  return picture && picture.width > 0 && picture.height > 0 ? picture : undefined
}

type Bytes = (at: number) => number

const two = (byte: Bytes, at: number) => byte(at) * 256 + byte(at + 1)
const four = (byte: Bytes, at: number) => two(byte, at) * 65_536 + two(byte, at + 2)
const is = (byte: Bytes, at: number, expected: readonly number[]) =>
  expected.every((value, n) => byte(at + n) === value)
const word = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

const pngSignature = [0x89, ...word('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]
const [header, data, end] = [word('IHDR'), word('IDAT'), word('IEND')]

/** PNG (W3C, third edition): a signature, then chunks of length, type, data and checksum, from IHDR to IEND. */
function readPng(byte: Bytes, size: number): Picture | undefined {
  if (!is(byte, 0, pngSignature) || four(byte, 8) !== 13 || !is(byte, 12, header)) return undefined
  let seen = false
  for (let at = pngSignature.length; at + 12 <= size; at += 12 + four(byte, at)) {
    seen ||= is(byte, at + 4, data)
    if (is(byte, at + 4, end))
      return seen ? { format: 'png', width: four(byte, 16), height: four(byte, 20) } : undefined
  }
  return undefined
}

/** JPEG (ITU-T T.81): segments of marker and length. A frame (SOF) has the dimensions, a scan (SOS) the picture. */
function readJpeg(byte: Bytes, size: number): Picture | undefined {
  if (!is(byte, 0, [0xff, 0xd8])) return undefined
  let picture: Picture | undefined
  for (let at = 2; at + 4 <= size && byte(at) === 0xff; ) {
    const marker = byte(at + 1)
    // A marker may be preceded by any number of 0xff.
    if (marker === 0xff) at += 1
    else if (marker === 0xda) return picture
    else {
      if (isFrame(marker)) picture = { format: 'jpeg', height: two(byte, at + 5), width: two(byte, at + 7) }
      at += 2 + Math.max(2, two(byte, at + 2))
    }
  }
  return undefined
}

/** C0 to CF, except the tables C4 and CC and the reserved C8. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
