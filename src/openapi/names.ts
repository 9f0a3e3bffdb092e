import type { Schema } from '../wire/endpoint.ts'

/** A `$ref` to a component. */
export function reference(name: string, kind = 'schemas'): Schema {
  return { $ref: `#/components/${kind}/${name}` }
}

/** `jobcode_assignments` as `JobcodeAssignments`. */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
