import { type ProblemCode, personProblem, type Tell } from './problems.ts'
import { fullName, type Person } from './time.ts'

/** The field that identifies a person in a payroll program. */
export type WhichNumber = 'payroll_id' | 'employee_number'

/** Gives each person's identifier in a program's format. Reports a missing, malformed or duplicate one as a problem. */
export function numbers(
  which: WhichNumber,
  form: RegExp,
  malformed: Extract<ProblemCode, `${string}_malformed`>,
  print: (number: string) => string = (number) => number,
): (person: Person, tell: Tell) => string {
  const owners = new Map<string, Person>()
  return (person, tell) => {
    const given = which === 'payroll_id' ? person.payroll_id : String(person.employee_number || '')
    if (given === '') {
      tell(personProblem(person, which, 'number_missing'))
      return ''
    }
    if (!form.test(given)) {
      tell(personProblem(person, which, malformed, { number: given }))
      return ''
    }
    const number = print(given)
    const owner = owners.get(number)
    if (owner) tell(personProblem(person, which, 'number_taken', { number, other: fullName(owner) }))
    owners.set(number, person)
    return number
  }
}
