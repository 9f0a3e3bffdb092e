import { BlockList, isIP } from 'node:net'

// Whoever is signed in names the addresses that push messages go to. None of them may be one that only this server can
// reach. IANA's registries of special-purpose addresses, and where clouds answer their machines.
const near = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '168.63.129.16/32',
]) {
  const [address, bits] = network.split('/')
  near.addSubnet(address!, Number(bits), 'ipv4')
}

/** Of IPv6 only what is given out to the public, less what holds an IPv4 address or is not for the public after all. */
const wide = new BlockList()
wide.addSubnet('2000::', 3, 'ipv6')
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address, bits] = network.split('/')
  near.addSubnet(address!, Number(bits), 'ipv6')
}

/** True for an address that anybody on the internet could reach; false also for what is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !near.check(address, 'ipv4')
  return family === 6 && wide.check(address, 'ipv6') && !near.check(address, 'ipv6')
}

/** True when the host of a URL says by itself that it is near: such an address, or a name that is never public. */
export function isNearHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return !host.includes('.') || /\.(localhost|local|internal|lan|home|intranet|localdomain|home\.arpa)$/i.test(host)
}
