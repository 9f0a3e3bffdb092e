import { refresh } from '../../api/queries.ts'

/** Runs a change and refetches everything on screen, even if it fails halfway. */
export async function changing<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } finally {
    await refresh()
  }
}
