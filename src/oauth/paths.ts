/** Paths of the machine-facing endpoints. */
export const paths = {
  authorize: '/api/v1/authorize',
  grant: '/api/v1/grant',
  revoke: '/api/v1/revoke',
  introspect: '/api/v1/introspect',
  metadata: '/.well-known/oauth-authorization-server',
  interaction: '/interaction',
} as const

/** The provider's name for our only scope. It never leaves the server: clients always see an empty scope. */
export const privateScope = 'account'
