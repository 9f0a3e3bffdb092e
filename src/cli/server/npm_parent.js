// Plain JavaScript without imports, because every version of Node.js runs it (clockhouse.js).

const scripts = ['start', 'sandbox', 'clockhouse', 'npx']
const pollMs = 500

const parent = process.ppid

/**
 * Calls `end` when npm has exited, if npm or npx started this process: a signal to npm ends npm and the shell in between,
 * and does not reach this process.
 * @param {() => void} end
 */
export function whenNpmEnds(end) {
  if (!isScriptOfNpm(process.env)) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, pollMs).unref()
}

/**
 * Whether this process is what a script of npm runs and waits for, rather than something started in the background.
 * @param {Record<string, string | undefined>} env
 */
export function isScriptOfNpm({ npm_lifecycle_event: event = '', npm_lifecycle_script: script = '' }) {
  return scripts.includes(event) || (/\bclockhouse\b/.test(script) && !/(?<!&)&(?!&)/.test(script))
}
