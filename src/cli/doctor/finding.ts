/** What a check came to. `mend`: what to do about it. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'broken'; message: string; mend?: string }

/** Makes the findings of one check. */
export function about(check: string) {
  return {
    ok: (message: string): Finding => ({ check, state: 'ok', message }),
    warning: (message: string, mend: string): Finding => ({ check, state: 'warning', message, mend }),
    broken: (message: string, mend: string): Finding => ({ check, state: 'broken', message, mend }),
  }
}
