import { crc32, deflateSync } from 'node:zlib'

// Small pictures of building sites, drawn at run time so the repository needs no image files.

const width = 360
const height = 240

type Color = readonly [red: number, green: number, blue: number]

/** A scene: the index of the color at each point. */
type Scene = { colors: readonly Color[]; at: (x: number, y: number) => number }

const sky: Color = [186, 214, 235]
const ground: Color = [150, 132, 104]
const pine: Color = [224, 184, 122]
const shade: Color = [168, 126, 72]

/** The available scenes. */
export const scenes = {
  /** Studs between two plates. */
  framing: {
    colors: [sky, ground, pine, shade],
    at: (x, y) => {
      if (y > 200) return 1
      if (x < 30 || x > 330 || y < 50) return 0
      if (y < 62 || y > 188) return 2
      const along = (x - 30) % 33
      return along < 8 ? 2 : along < 11 ? 3 : 0
    },
  },
  /** Courses of shingles below the sky. */
  roof: {
    colors: [sky, [96, 92, 100], [74, 70, 80], [116, 110, 118]],
    at: (x, y) => {
      if (y < 70 - Math.abs(x - 180) / 6) return 0
      const course = Math.floor(y / 18)
      if (y % 18 < 2) return 2
      const along = (x + (course % 2) * 20) % 40
      return along < 2 ? 2 : (Math.floor((x + (course % 2) * 20) / 40) + course) % 5 === 0 ? 3 : 1
    },
  },
  /** Boards that run toward the house. */
  deck: {
    colors: [[222, 222, 214], pine, shade, [120, 150, 96]],
    at: (x, y) => {
      if (y < 90) return x % 90 < 4 || y > 84 ? 2 : 0
      const half = 90 + (y - 90) * 0.6
      if (Math.abs(x - 180) > half) return 3
      return Math.abs(((x - 180) / half) * 12) % 1 < 0.08 ? 2 : 1
    },
  },
  /** A boiler with its pipes. */
  boiler: {
    colors: [
      [214, 210, 202],
      [178, 54, 44],
      [184, 118, 62],
      [60, 60, 64],
    ],
    at: (x, y) => {
      if (x > 120 && x < 240 && y > 60 && y < 210) return (x - 180) ** 2 + (y - 110) ** 2 < 400 ? 3 : 1
      if (y > 210) return 3
      return Math.abs(x - 150) < 5 || Math.abs(x - 210) < 5 || (Math.abs(y - 30) < 5 && x > 210) ? 2 : 0
    },
  },
} satisfies Record<string, Scene>

/** Draws a scene as a PNG. */
export function paint(name: keyof typeof scenes): Buffer {
  const { colors, at }: Scene = scenes[name]
  const points = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) points[y * (width + 1) + 1 + x] = at(x, y)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per point, an index into the palette.
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colors.flat())),
    chunk('IDAT', deflateSync(points)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
