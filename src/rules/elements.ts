// Elements that are certain to exist. Without one, these fail at once, instead of going on with undefined.

/** The first element of a list that is not empty. */
export function firstOf<T>(list: readonly T[]): T {
  return elementAt(list, 0)
}

/** The last element of a list that is not empty. */
export function lastOf<T>(list: readonly T[]): T {
  return elementAt(list, list.length - 1)
}

/** The element at a position of a list that is long enough. */
export function elementAt<T>(list: readonly T[], place: number): T {
  const element = list[place]
  if (element === undefined) throw new Error(`There is no element ${place} in a list of ${list.length}`)
  return element
}

/** The value of a key that the map has. */
export function valueAt<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`There is no value for ${key}`)
  return value
}

/** The elements of two lists of the same length, in pairs. */
export function paired<A, B>(list: readonly A[], other: readonly B[]): [A, B][] {
  if (list.length !== other.length) throw new Error(`${list.length} and ${other.length} elements are not pairs`)
  return list.map((element, place) => [element, elementAt(other, place)])
}

/** The keys of an object that has no others than its type says. */
export function keysOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[]
}

/** Whether an object has a key that comes from outside. */
export function hasKey<T extends object>(object: T, key: unknown): key is keyof T & string {
  return typeof key === 'string' && Object.hasOwn(object, key)
}

/** An object with a value for each key. */
export function objectOf<K extends string, V>(keys: readonly K[], valueFor: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V>
}

/** An object without the properties that are undefined. */
export function defined<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
