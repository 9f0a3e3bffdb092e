import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `onKey` for a key pressed without a modifier while no window is open; in a field, only for Escape. It returns
 * whether it handled the key.
 */
export function useKeys(onKey: (key: string) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
    const writes = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
    if ((writes && key !== 'Escape') || document.querySelector('dialog[open]')) return
    if (onKey(key.length === 1 ? key.toLowerCase() : key)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
