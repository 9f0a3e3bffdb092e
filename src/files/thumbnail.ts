import type { Sharp } from 'sharp'
import { RequestError } from '../engine/errors.ts'
import { pixelsMax, sideMax } from '../resources/files.ts'
import { Turns } from '../shares/turns.ts'

/** Sizes of smaller pictures: the longest side, in pixels. */
export const sizes = [160, 320, 640, 1280]

/**
 * How many pictures are processed at once, how many may wait per company and in total, and how many seconds one may
 * take.
 */
const atOnce = 2
const waitingMax = { company: 40, all: 200 }
const secondsMax = 20

let running = 0
const waiting = new Turns<number, () => void>()

/** How many pictures are waiting to be resized. */
export function picturesWaiting(): number {
  return waiting.size
}

/**
 * A picture no larger than `size` on either side, in the format of the file, oriented by its EXIF data and then rotated
 * by `rotation`. Companies take turns. RequestError 417 if the file is not a readable picture, 429 or 503 while too many
 * are waiting.
 */
export async function thumbnail(
  bytes: () => AsyncGenerator<Uint8Array>,
  file: { size: number; rotation: number; format: 'png' | 'jpeg' },
  size: number,
  { companyId, isGone }: { companyId: number; isGone: () => boolean },
): Promise<Buffer> {
  if (running >= atOnce) await turnOf(companyId)
  else running += 1
  try {
    if (isGone()) throw new RequestError(503, 'client_gone')
    const picture = await open(await gather(bytes(), file.size))
    const { width, height } = await picture.metadata()
    // Earlier versions stored such pictures.
    if (Math.max(width, height) > sideMax) throw tooLarge()
    return await picture
      .autoOrient()
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .rotate(file.rotation)
      .toFormat(file.format)
      .timeout({ seconds: secondsMax })
      .toBuffer()
  } catch (error) {
    if (error instanceof RequestError) throw error
    throw new RequestError(417, 'picture_unreadable', {}, { cause: error })
  } finally {
    // The next picture takes over the slot.
    const next = waiting.take()
    if (next) next()
    else running -= 1
  }
}

function tooLarge(): RequestError {
  return new RequestError(417, 'picture_not_resizable')
}

function turnOf(companyId: number): Promise<void> {
  const own = waiting.of(companyId) >= waitingMax.company
  if (own || waiting.size >= waitingMax.all)
    throw new RequestError(
      own ? 429 : 503,
      'too_many_resizes',
      {},
      {
        headers: { 'retry-after': '1' },
      },
    )
  return new Promise<void>((resolve) => waiting.add(companyId, resolve))
}

/** The package is large, so it is loaded with the first picture. */
async function open(whole: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp(whole, { limitInputPixels: pixelsMax, failOn: 'error' })
}

async function gather(parts: AsyncIterable<Uint8Array>, size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(size)
  let at = 0
  for await (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
