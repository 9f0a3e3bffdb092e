import type { OAuthClientInformationMixed, OAuthClientProvider, StoredOAuthTokens } from '@modelcontextprotocol/client'

/** Where the assistant's browser returns to. */
export const redirect = 'http://127.0.0.1:4711/back'

/** What an assistant remembers while it asks for access. */
type Kept = { client?: OAuthClientInformationMixed; tokens?: StoredOAuthTokens; verifier?: string; target?: URL }

/** An assistant as the official client sees it; without a client id it registers itself. */
export function assistant(clientId?: string): { kept: Kept; provider: OAuthClientProvider } {
  const kept: Kept = clientId === undefined ? {} : { client: { client_id: clientId } }
  const provider: OAuthClientProvider = {
    redirectUrl: redirect,
    clientMetadata: { redirect_uris: [redirect], client_name: 'Desk assistant', token_endpoint_auth_method: 'none' },
    state: () => 'state-of-the-test',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier!,
    redirectToAuthorization: (target) => {
      kept.target = target
    },
  }
  return { kept, provider }
}
