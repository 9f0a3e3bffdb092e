import { fullName, type Person, personProblem, type Tell } from './time.ts'

/** The field that identifies a person in a payroll program. */
export type WhichNumber = 'payroll_id' | 'employee_number'

/** Gives each person's identifier in a program's format. Reports a missing, malformed or duplicate one as a problem. */
export function numbers(
  which: WhichNumber,
  form: RegExp,
  expected: string,
  print: (number: string) => string = (number) => number,
): (person: Person, tell: Tell) => string {
  const owners = new Map<string, Person>()
  return (person, tell) => {
    const given = which === 'payroll_id' ? person.payroll_id : String(person.employee_number || '')
    if (given === '') {
      tell(personProblem(person, which, 'is missing'))
      return ''
    }
    if (!form.test(given)) {
      tell(personProblem(person, which, `${given} is not ${expected}`))
      return ''
    }
    const number = print(given)
    const owner = owners.get(number)
    if (owner) tell(personProblem(person, which, `${number} is also ${fullName(owner)}’s`))
    owners.set(number, person)
    return number
  }
}
