/** The result of a check. `remedy`: what to do about it. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'broken'; message: string; remedy?: string }

/** Creates findings of one check. */
export function about(check: string) {
  return {
    ok: (message: string): Finding => ({ check, state: 'ok', message }),
    warning: (message: string, remedy: string): Finding => ({ check, state: 'warning', message, remedy }),
    broken: (message: string, remedy: string): Finding => ({ check, state: 'broken', message, remedy }),
  }
}
