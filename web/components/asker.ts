import type { Me } from '../api/start.ts'

/** Whoever is signed in, as the rules about access (src/rules/access.ts) take them. */
export function askerOf({ user, is_admin, permissions, manages }: Me) {
  return { userId: user.id, isAdmin: is_admin, permissions: new Set(permissions), manages }
}
