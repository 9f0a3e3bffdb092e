import type { Me } from '../../api/start.ts'

/** The signed-in user, in the form that the access rules (src/rules/people/access.ts and sight.ts) expect. */
export function askerOf(me: Me): Asker {
  // Asked for each of many people or shifts.
  if (latest?.me !== me) latest = { me, asker: made(me) }
  return latest.asker
}

type Asker = ReturnType<typeof made>

let latest: { me: Me; asker: Asker } | undefined

function made({ user, is_admin, permissions, manages, inspects }: Me) {
  // Inspectors of certain groups manage these.
  const inspected = inspects ? { groups: manages } : undefined
  return { userId: user.id, isAdmin: is_admin, permissions: new Set(permissions), manages, inspects: inspected }
}
