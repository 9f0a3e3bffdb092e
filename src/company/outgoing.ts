import type { Agent, AgentOptions } from 'node:http'
import { isIP } from 'node:net'
import { isLoopback, publicAddressOf, publicOnly, type Resolve } from './public_addresses.ts'

// Imports would also load Node.js' fetch, which no start needs.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/** The proxies for outgoing requests, as URLs, and the hosts that are reached without one. */
export type OutgoingProxies = { httpsProxy: string; httpProxy: string; noProxy: readonly string[] }

/** How a request leaves the server: options for it, and headers of its own. `isProxied`: through a proxy. */
type Way = {
  options: { agent: Agent; host?: string; hostname?: string; servername?: string }
  headers: { host?: string }
  isProxied: boolean
}

/**
 * Finds the way of requests to addresses that users supply. A guarded request reaches public addresses only: without a
 * proxy, the connection looks the name up; with one, it is looked up here, and the proxy gets the address instead of the
 * name, so that it cannot find another one. Requests that are not guarded leave that to the proxy.
 */
export function waysOut(
  proxies: OutgoingProxies,
  agentOptions: AgentOptions,
  resolve: Resolve,
): (url: URL, isGuarded: boolean) => Way | Promise<Way> {
  const { httpsProxy: HTTPS_PROXY, httpProxy: HTTP_PROXY } = proxies
  const pair = (options: AgentOptions) => ({ 'http:': new http.Agent(options), 'https:': new https.Agent(options) })
  const guarded = pair({ ...agentOptions, lookup: publicOnly(resolve) })
  const open = pair(agentOptions)
  const proxied = pair({ ...agentOptions, proxyEnv: { HTTPS_PROXY, HTTP_PROXY } })
  return (url, isGuarded) => {
    const scheme = url.protocol === 'http:' ? 'http:' : 'https:'
    if (proxyFor(url, proxies) === '')
      return { options: { agent: (isGuarded ? guarded : open)[scheme] }, headers: {}, isProxied: false }
    const agent = proxied[scheme]
    const name = url.hostname
    if (!isGuarded || isIP(name.replace(/^\[|\]$/g, '')) !== 0)
      return { options: { agent }, headers: {}, isProxied: true }
    return publicAddressOf(name, resolve).then((address) => ({
      options: { agent, host: address, hostname: address, servername: name },
      headers: { host: url.host },
      isProxied: true,
    }))
  }
}

/** The proxy for an address, '' for none. This machine is always reached without one. */
export function proxyFor(url: URL, { httpsProxy, httpProxy, noProxy }: OutgoingProxies): string {
  const proxy = url.protocol === 'https:' ? httpsProxy : httpProxy
  if (proxy === '' || isLoopback(url)) return ''
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const isExcluded = noProxy.some((entry) => {
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? `${entry}:${port}` : entry)!
    if (only !== undefined && only !== port) return false
    const suffix = name.replace(/^\*?\.?/, '').toLowerCase()
    return name === '*' || host === suffix || (suffix !== '' && isIP(host) === 0 && host.endsWith(`.${suffix}`))
  })
  return isExcluded ? '' : proxy
}

/** Sends the requests of this process that use fetch through the proxies, too. Returns a function that ends that. */
export function useProxies({ httpsProxy, httpProxy, noProxy }: OutgoingProxies): () => void {
  if (httpsProxy === '' && httpProxy === '') return () => {}
  // To fetch, `*` in a list means nothing.
  const NO_PROXY = noProxy.includes('*') ? '*' : ['localhost', '127.0.0.1', '::1', ...noProxy].join()
  return http.setGlobalProxyFromEnv({ HTTPS_PROXY: httpsProxy, HTTP_PROXY: httpProxy, NO_PROXY })
}
