import { useState } from 'react'

/**
 * What is saved as soon as it is pressed shows at once: `shown` gives what was pressed while it is being saved, and what
 * is saved otherwise.
 */
export function usePressed() {
  const [pressed, setPressed] = useState<ReadonlyMap<number, boolean>>(new Map())
  return {
    shown: (id: number, saved: boolean) => pressed.get(id) ?? saved,
    press: (id: number, on: boolean, saving: Promise<unknown>) => {
      setPressed((before) => new Map(before).set(id, on))
      const done = () =>
        setPressed((before) => {
          const after = new Map(before)
          after.delete(id)
          return after
        })
      saving.then(done, done)
    },
  }
}
