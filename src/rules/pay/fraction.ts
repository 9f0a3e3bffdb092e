/** An exact number that is never negative in its denominator. */
export type Fraction = { n: bigint; d: bigint }

/** The sum of two fractions; those with the same denominator keep it. */
export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.d === b.d) return { n: a.n + b.n, d: a.d }
  if (a.d % b.d === 0n) return { n: a.n + b.n * (a.d / b.d), d: a.d }
  const shared = divisor(a.d, b.d)
  return { n: a.n * (b.d / shared) + b.n * (a.d / shared), d: (a.d / shared) * b.d }
}

/** The product of two fractions. */
export function times(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.n, d: a.d * b.d }
}

/** Rounded half up to whole parts of which one has so many. */
export function inParts({ n, d }: Fraction, parts: bigint): number {
  const raised = 2n * n * parts + d
  const whole = raised / (2n * d)
  return Number(raised < 0n && whole * 2n * d !== raised ? whole - 1n : whole)
}

function divisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}
