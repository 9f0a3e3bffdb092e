import type { AnswerOf, BodyOf } from '../../api/contract.ts'

/** The company's identity provider, as the server shows it. */
export type Sso = AnswerOf<'GET /api/console/single_sign_on'>

/** The values of the form. `secret` is empty unless a new one was typed. */
export type SsoValues = Pick<Sso, 'mode' | 'label' | 'issuer' | 'client_id' | 'create_people' | 'groups_claim'> & {
  verifies_addresses: boolean
  signs_out: boolean
  secret: string
  map: readonly { value: string; group_id: number }[]
}

/** The initial values of the form. */
export function ssoValues(stored: Sso): SsoValues {
  const { mode, label, issuer, client_id, create_people, groups_claim, group_map } = stored
  const { verifies_addresses = false, signs_out = false } = stored
  const own = { mode, label, issuer, client_id, create_people, verifies_addresses, signs_out, groups_claim }
  return { ...own, secret: '', map: group_map }
}

/** Whether anything differs from what is stored. */
export function ssoChanged(values: SsoValues, stored: Sso): boolean {
  return JSON.stringify(values) !== JSON.stringify(ssoValues(stored))
}

/** The request that saves the values. Rows of the map that are not filled in are left out. */
export function ssoRequest({ secret, map, ...values }: SsoValues): BodyOf<'PUT /api/console/single_sign_on'> {
  const group_map = map.filter(({ value, group_id }) => value.trim() !== '' && group_id > 0)
  const trimmed = { issuer: values.issuer.trim(), client_id: values.client_id.trim(), label: values.label.trim() }
  return { ...values, ...trimmed, group_map, ...(secret !== '' && { client_secret: secret }) }
}
