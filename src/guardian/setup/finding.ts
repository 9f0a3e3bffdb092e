import type { Finding } from '../../sight/watcher.ts'

/** Creates findings of one check. */
export function about(check: string) {
  return {
    ok: (message: string): Finding => ({ check, state: 'ok', message }),
    warning: (message: string, remedy: string): Finding => ({ check, state: 'warning', message, remedy }),
    broken: (message: string, remedy: string): Finding => ({ check, state: 'broken', message, remedy }),
  }
}
