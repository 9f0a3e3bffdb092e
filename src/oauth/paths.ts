/** Paths of the machine-facing endpoints. */
export const paths = {
  authorize: '/api/v1/authorize',
  grant: '/api/v1/grant',
  revoke: '/api/v1/revoke',
  introspect: '/api/v1/introspect',
  register: '/api/v1/register',
  metadata: '/.well-known/oauth-authorization-server',
  interaction: '/interaction',
} as const

/** The provider's name for the scope that every grant has. It never leaves the server. */
export const privateScope = 'account'

/** The parameter by which the provider is told of a scope that can only be a mistake. Applications cannot send it. */
export const mistakenParameter = 'mistaken_scope'
