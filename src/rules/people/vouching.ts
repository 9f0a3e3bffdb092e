// Who says that an email address is a person's. What people say about themselves does not identify them to others.

/**
 * Who entered or confirmed an address. person: only they themselves. administrator: someone who manages people, or the
 * operator. mail: the person opened a link that was sent there. provider: the company's identity provider. scim: its
 * provisioning. Empty: not known, because it was entered before this was recorded.
 */
export const vouchers = ['', 'person', 'administrator', 'mail', 'provider', 'scim'] as const
/** One of them. */
export type Voucher = (typeof vouchers)[number]

/** Those who let an address identify its person. */
export const others: readonly Voucher[] = ['administrator', 'mail', 'provider', 'scim']

/** Those who know that the person reads mail there: a slip of the pen does not pass. */
const provers: readonly Voucher[] = ['mail', 'provider', 'scim']

/** Names under which the server itself acts for a company's systems. */
export const scimApplication = 'SCIM'
/** The same for people who arrive from an identity provider. */
export const ssoApplication = 'Single sign-on'

type Addressed = { email: string; email_vouched_by: Voucher }

/** Who vouches for an address that this author enters for a person. One that comes verified was confirmed elsewhere. */
export function voucherOf(
  { userId, application }: { userId: number; application: string },
  person: { id: number; email: string; email_verified: boolean },
): Voucher {
  if (person.email === '') return ''
  if (userId === 0 && application === scimApplication) return 'scim'
  if (userId === 0 && application === ssoApplication) return 'provider'
  if (person.email_verified) return 'mail'
  return userId === person.id ? 'person' : 'administrator'
}

/** Whether mail with what others may not read can go to the person's address. */
export function isProved({ email, email_vouched_by }: Addressed): boolean {
  return email !== '' && provers.includes(email_vouched_by)
}

/** Whether only the person says that this is their address. */
export function isOwnClaim({ email, email_vouched_by }: Addressed): boolean {
  return email !== '' && email_vouched_by === 'person'
}
