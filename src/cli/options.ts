import { InvalidArgumentError, Option } from 'commander'

/** `--json`, for commands whose output a program may read. */
export const json = () => new Option('--json', 'print JSON, for programs')

/** `--company`, for commands that work on one company. */
export const company = () =>
  new Option('--company <client_url>', 'client URL of the company; required if there are several')

/** `--alters-approved`, for changes that are otherwise refused. */
export const altersApproved = () =>
  new Option('--alters-approved', 'accept the change even if it alters how approved time is paid')

/** Parses a whole number from `min` to `max`. */
export function whole(min: number, max: number) {
  return (text: string): number => {
    const number = Number(text)
    if (text.trim() === '' || !Number.isInteger(number) || number < min || number > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
    return number
  }
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
