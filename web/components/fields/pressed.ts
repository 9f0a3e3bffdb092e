import { useState } from 'react'

type Id = number | string

/**
 * Optimistic state for controls that save on click: `shown` returns the clicked value while it is being saved, and the
 * saved value otherwise.
 */
export function usePressed() {
  const [pressed, setPressed] = useState<ReadonlyMap<Id, boolean>>(new Map())
  return {
    shown: (id: Id, saved: boolean) => pressed.get(id) ?? saved,
    press: (id: Id, on: boolean, saving: Promise<unknown>) => {
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
