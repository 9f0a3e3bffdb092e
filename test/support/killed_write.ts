import { type Operation, operation, type Tx } from '../../src/engine/sql.ts'

/** Statements that a transaction sends. */
const sending = ['all', 'tuples', 'get', 'run', 'post', 'insert', 'lockCompany', 'nextIdBlock'] as const

/** The same write, which calls `end` before its statement of this number; from 1. `count` says how many there were. */
export function endedAt<I, O>(
  { name, run }: Operation<I, O>,
  statement: number,
  end: () => never | void,
  count: (statements: number) => void = () => {},
): Operation<I, O> {
  return operation(`test.ended.${name}`, async (tx, input) => {
    let sent = 0
    const watched = new Proxy(tx, {
      get(target, property) {
        const value = Reflect.get(target, property, target)
        if (typeof value !== 'function') return value
        if (!sending.includes(property as (typeof sending)[number])) return value.bind(target)
        return (...given: unknown[]) => {
          sent += 1
          if (sent === statement) end()
          return value.apply(target, given)
        }
      },
    }) as Tx
    const output = await run(watched, input)
    count(sent)
    return output
  })
}
