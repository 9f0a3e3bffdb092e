// Values of environment variables. Each function throws an Error that names the variable and what was expected.

/** Any text. */
export const text = (value: string) => value

/** A whole number from `min` to `max`. */
export function number(min: number, max: number) {
  return (value: string, env: string): number => {
    const parsed = Number(value)
    if (!Number.isInteger(parsed) || parsed < min || parsed > max)
      throw new Error(`${env} must be a whole number from ${min} to ${max}, not "${value}"`)
    return parsed
  }
}

/** A port, or nothing. */
export function optionalPort(value: string, env: string): number | undefined {
  return value === '' ? undefined : number(0, 65535)(value, env)
}

/** A secret of 16 characters or more, or nothing. */
export function longEnough(value: string, env: string): string {
  // The value is secret, so the message does not repeat it.
  if (value !== '' && !/^[\x21-\x7e]{16,}$/.test(value))
    throw new Error(`${env} must have 16 characters or more, without spaces`)
  return value
}

/** One of these words. */
export function oneOf(...words: string[]) {
  return (value: string, env: string): string => {
    if (!words.includes(value)) throw new Error(`${env} must be one of ${words.join(', ')}, not "${value}"`)
    return value
  }
}

/** Seconds with spaces between them. */
export function waits(value: string, env: string): readonly number[] {
  const seconds = value.trim().split(/[\s,]+/)
  if (!seconds.every((one) => /^[1-9]\d{0,6}$/.test(one)))
    throw new Error(`${env} must be seconds with spaces between them, such as "5 300 1800", not "${value}"`)
  return seconds.map(Number)
}

/** 1 or 0. */
export function onOrOff(value: string, env: string): boolean {
  if (value !== '0' && value !== '1') throw new Error(`${env} must be 1 or 0, not "${value}"`)
  return value === '1'
}

/** A number from 0 to 1. */
export function share(value: string, env: string): number {
  const parsed = Number(value)
  if (value.trim() === '' || !(parsed >= 0 && parsed <= 1))
    throw new Error(`${env} must be a number from 0 to 1, not "${value}"`)
  return parsed
}
