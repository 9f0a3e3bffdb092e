/** A function that makes a value when it is first called, and returns the same one from then on. */
export function once<T>(make: () => T): () => T {
  let known: { made: T } | undefined
  return () => {
    known ??= { made: make() }
    return known.made
  }
}
