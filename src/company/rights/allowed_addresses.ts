import { BlockList, isIP } from 'node:net'
import { Refusal } from '../../engine/errors.ts'
import { type Operation, operation, type SqlValue, sql } from '../../engine/sql.ts'

/** A company's address restrictions as stored. */
type Walls = { allowed_addresses?: SqlValue; block_addresses?: SqlValue }

/** The most addresses and networks per company. */
const addressesMax = 100

/** Whether the company admits this address. `allowed_addresses` holds addresses and networks (CIDR). */
export function addressAllowed(company: Walls, address: string): boolean {
  if (company.block_addresses !== 1) return true
  const allowed = new BlockList()
  for (const entry of String(company.allowed_addresses ?? '')
    .split(',')
    .filter(Boolean)) {
    const [network = '', prefix] = entry.split('/')
    if (prefix === undefined) allowed.addAddress(network, familyOf(network))
    else allowed.addSubnet(network, Number(prefix), familyOf(network))
  }
  return isIP(address) !== 0 && allowed.check(address, familyOf(address))
}

/** Addresses and networks in the form they are stored. Throws a Refusal if one is neither or there are too many. */
export function readAddresses(given: readonly string[]): string[] {
  const read = [...new Set(given.map((entry) => plainAddress(entry.trim().toLowerCase())))]
  const wrong = read.find((entry) => !isAddress(entry))
  if (wrong !== undefined) throw new Refusal(417, 'not_an_address', { text: wrong.slice(0, 60) })
  if (read.length > addressesMax) throw new Refusal(417, 'too_many_addresses', { max: addressesMax })
  return read
}

/** An IPv4 address in its usual form, even if the system reports it mapped to IPv6. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

type Wanted = { companyId: number; allowed: readonly string[]; block: boolean }

/** Sets the addresses from which a company admits people. */
export const setAddresses: Operation<Wanted, void> = operation(
  'company.setAddresses',
  async (tx, { companyId, allowed, block }) => {
    await tx.run(sql`update companies set allowed_addresses = ${allowed.join()}, block_addresses = ${block ? 1 : 0},
      version = version + 1, setup_version = setup_version + 1 where company_id = ${companyId}`)
  },
)

function isAddress(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || address.includes('%') || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
