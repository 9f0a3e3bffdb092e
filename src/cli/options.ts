import { InvalidArgumentError, Option } from 'commander'

/** `--json`, wherever a program would read the answer. */
export const json = () => new Option('--json', 'print JSON, for programs')

/** `--company`, wherever something belongs to one. */
export const company = () =>
  new Option('--company <client_url>', 'company, when there are several, by the name in its addresses')

/** Reads a whole number within bounds. */
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
