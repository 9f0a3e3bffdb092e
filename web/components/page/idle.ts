/** Runs something once the device is idle, after a pause. Returns a function that cancels it during the pause. */
export function whenIdle(run: () => void, pauseMilliseconds = 0): () => void {
  // Safari has no such callback.
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000))
  const timer = setTimeout(() => idle(run), pauseMilliseconds)
  return () => clearTimeout(timer)
}
