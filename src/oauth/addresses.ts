import { BlockList, isIP } from 'node:net'
import type { SqlValue } from '../engine/sql.ts'

/** What a company says of addresses, as it is stored. */
type Walls = { allowed_addresses?: SqlValue; block_addresses?: SqlValue }

/** False when the company lets nobody in from this address: `allowed_addresses` are addresses and networks (CIDR). */
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

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
