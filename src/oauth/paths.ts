/** Paths of the machine-facing endpoints. */
export const paths = {
  authorize: '/api/v1/authorize',
  grant: '/api/v1/grant',
  revoke: '/api/v1/revoke',
  introspect: '/api/v1/introspect',
  metadata: '/.well-known/oauth-authorization-server',
  interaction: '/interaction',
} as const

/** What the provider's name for our one scope is. It never leaves the server: to clients the scope is always empty. */
export const privateScope = 'account'
