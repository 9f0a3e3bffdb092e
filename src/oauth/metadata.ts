import type { Site } from '../identity/dependencies.ts'
import { ownAddress } from '../rules/settings/own_address.ts'
import { paths } from './paths.ts'
import { scopesOffered } from './scopes.ts'

/**
 * Server metadata for clients (RFC 8414). `registers`: whether applications may register themselves. It does not
 * announce `iss`: RFC 9207 would require it on every authorization response, and we send it only when the request uses
 * PKCE.
 */
export function metadata({ url }: Site, registers: boolean): Record<string, unknown> {
  const methods = ['client_secret_post', 'client_secret_basic', 'none']
  return {
    issuer: url,
    authorization_endpoint: ownAddress(url, paths.authorize),
    token_endpoint: ownAddress(url, paths.grant),
    revocation_endpoint: ownAddress(url, paths.revoke),
    introspection_endpoint: ownAddress(url, paths.introspect),
    ...(registers && { registration_endpoint: ownAddress(url, paths.register) }),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
    scopes_supported: scopesOffered,
    code_challenge_methods_supported: ['S256'],
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  }
}
