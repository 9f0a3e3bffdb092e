/** A number that is exact. */
export type Exact = { n: bigint; d: bigint }

/** Nothing. */
export const zero: Exact = { n: 0n, d: 1n }

/** A whole number, divided by another. */
export function exact(n: number, d = 1): Exact {
  return { n: BigInt(n), d: BigInt(d) }
}

/** The sum of numbers. */
export function sum(...all: readonly Exact[]): Exact {
  return all.reduce((a, b) => reduced({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }), zero)
}

/** The product of numbers. */
export function product(...all: readonly Exact[]): Exact {
  return all.reduce((a, b) => reduced({ n: a.n * b.n, d: a.d * b.d }), exact(1))
}

/** One number divided by another. */
export function quotient(a: Exact, b: Exact): Exact {
  return b.n < 0n ? product(a, { n: -b.d, d: -b.n }) : product(a, { n: b.d, d: b.n })
}

/** The nearest whole number, and of two the higher one. */
export function rounded({ n, d }: Exact): number {
  const [doubled, of] = [2n * n + d, 2n * d]
  const whole = doubled / of
  return Number(doubled < 0n && whole * of !== doubled ? whole - 1n : whole)
}

function reduced({ n, d }: Exact): Exact {
  let [a, b] = [n < 0n ? -n : n, d]
  while (b !== 0n) [a, b] = [b, a % b]
  return a > 1n ? { n: n / a, d: d / a } : { n, d }
}
