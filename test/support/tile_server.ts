import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/** A map tile server on this machine. It draws fields and roads, and records what was requested. */
export async function startTileServer() {
  const asked: { path: string; referer: string | undefined }[] = []
  const tile = await sharp(Buffer.from(picture), { density: 72 }).png().toBuffer()
  const server = createServer((request, response) => {
    asked.push({ path: request.url!, referer: request.headers.referer })
    response.writeHead(200, { 'content-type': 'image/png' }).end(tile)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    origin,
    /** Settings for a server to use it. */
    settings: {
      CLOCKHOUSE_MAP_TILES: `${origin}/tiles/{z}/{x}/{y}.png`,
      CLOCKHOUSE_MAP_ATTRIBUTION: '&copy; <a href="https://example.com/license">Example Maps</a> contributors',
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
  <rect width="256" height="256" fill="#eef0e6"/>
  <rect x="20" y="24" width="90" height="70" fill="#d5e6c8"/>
  <rect x="150" y="150" width="80" height="80" fill="#cfe0ee"/>
  <path d="M0 128 H256 M128 0 V256" stroke="#ffffff" stroke-width="10"/>
  <path d="M0 210 L256 40" stroke="#f6d9a0" stroke-width="6" fill="none"/>
</svg>`
