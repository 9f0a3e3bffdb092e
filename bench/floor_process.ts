import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** The bare server of `floor.ts` as a process: its address, and a function that sets the bytes it sends. */
export type Floor = { child: ChildProcess; url: string; serve: (text: string) => Promise<void> }

/** Starts the bare server. */
export async function startFloor(): Promise<Floor> {
  const child = fork(new URL('./floor.ts', import.meta.url))
  const [port] = await once(child, 'message')
  const serve = async (text: string) => {
    const ready = once(child, 'message')
    child.send(text)
    await ready
  }
  return { child, url: `http://127.0.0.1:${port}`, serve }
}
