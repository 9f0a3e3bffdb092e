import type { Me } from '../api/start.ts'

/** The signed-in user, in the form that the access rules (src/rules/access.ts) expect. */
export function askerOf({ user, is_admin, permissions, manages, inspects }: Me) {
  return { userId: user.id, isAdmin: is_admin, permissions: new Set(permissions), manages, inspects }
}
