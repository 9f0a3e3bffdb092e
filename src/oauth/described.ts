import type { Endpoint, Schema } from '../wire/endpoint.ts'

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more })

const refused = {
  400: 'A parameter is missing or invalid; `error_description` says which.',
  401: 'The client id or secret is wrong, and the request used HTTP Basic.',
  429: 'Too many wrong secrets or tokens. `Retry-After` is the number of seconds to wait.',
}

/** The OAuth 2.0 endpoints, as described in the reference. */
export const oauthEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/authorize',
    name: 'authorize',
    summary: 'Asks a user to allow an application',
    about:
      'Where an application sends a user’s browser. The user signs in and allows the application; the browser is then ' +
      'redirected to `redirect_uri` with `code` and `state`, or with `error`, `error_description` and `state`. With ' +
      'PKCE, `iss` (RFC 9207) is included.',
    open: 'everyone',
    query: {
      response_type: { schema: { type: 'string', enum: ['code'] }, about: 'Always `code`.', required: true },
      client_id: { schema: { type: 'string' }, about: 'The application.', required: true },
      redirect_uri: {
        schema: { type: 'string', format: 'uri' },
        about: 'Where the browser returns to, as registered for the application.',
        required: true,
      },
      state: {
        schema: { type: 'string' },
        about: 'Random text that is returned unchanged. The application must compare it.',
        required: true,
      },
      display_mode: {
        schema: { type: 'string', enum: ['login', 'create'], default: 'login' },
        about: 'Which form is shown first.',
      },
      scope: {
        schema: { type: 'string' },
        about:
          'What the token may be used for, as separate words: `read`, `write` (which includes reading), or one of them for ' +
          'one type of record, such as `timesheets:read`. A word that can only be a mistake for one of these is refused ' +
          'with `invalid_scope`, other unknown words are ignored; without any, the token may do everything that the ' +
          'user may do.',
      },
      code_challenge: {
        schema: { type: 'string' },
        about: 'PKCE (RFC 7636); required for applications without a secret.',
      },
      code_challenge_method: { schema: { type: 'string', enum: ['S256'] }, about: 'How the challenge was derived.' },
    },
    statuses: {
      303: 'Redirects to the sign-in page, or back to the application.',
      400: 'The application or `redirect_uri` is unknown. A page says so; the browser is not redirected.',
    },
  },
  {
    method: 'post',
    path: '/grant',
    name: 'grantToken',
    summary: 'Issues an access token',
    about:
      'Exchanges an authorization code, or a refresh token, for an access token and a new refresh token. A JSON ' +
      'object is accepted as well as a form.',
    open: 'application',
    form: {
      type: 'object',
      required: ['grant_type', 'client_id'],
      properties: {
        grant_type: { type: 'string', enum: ['authorization_code', 'refresh_token'] },
        client_id: text('The application; omitted with HTTP Basic.'),
        client_secret: text('Its secret; omitted by applications without one.'),
        code: text('The authorization code.'),
        redirect_uri: text('The same as in the authorization request; only with a code.'),
        code_verifier: text('PKCE; required if the authorization request had a challenge.'),
        refresh_token: text('The latest refresh token.'),
      },
      examples: [
        { grant_type: 'refresh_token', client_id: 'app_7f21', client_secret: 's3cr3t', refresh_token: 'r_51c0' },
      ],
    },
    answer: {
      type: 'object',
      required: [
        'access_token',
        'expires_in',
        'token_type',
        'scope',
        'refresh_token',
        'user_id',
        'company_id',
        'client_url',
      ],
      properties: {
        access_token: text('Opaque.', { examples: ['S.1__8f3a2c7d0b5e4f1a9c6d7e8f0a1b2c3d4e5f6a7b'] }),
        expires_in: { type: 'integer', description: 'Seconds.', examples: [864000] },
        token_type: text('Always `bearer`.', { examples: ['bearer'] }),
        scope: text('The scopes of the token; empty for everything that the user may do.', { examples: [''] }),
        refresh_token: text('Opaque; works once.', { examples: ['S.1__b71e04c2d9a8f6e35c1d2b7a90e8f4c6a5d3b2e1'] }),
        user_id: text('The user the token acts as.', { examples: ['5102'] }),
        company_id: text('The user’s company.', { examples: ['1'] }),
        client_url: text('Account name of the company.', { examples: ['northyard'] }),
      },
    },
    statuses: { ...refused, 499: 'The company does not allow access from this address.' },
  },
  {
    method: 'post',
    path: '/revoke',
    name: 'revokeToken',
    summary: 'Revokes a token',
    about: 'Revokes an access or refresh token of the application (RFC 7009). An unknown token is not an error.',
    open: 'application',
    form: {
      type: 'object',
      required: ['token'],
      properties: {
        token: text('The token to revoke.'),
        token_type_hint: text('`access_token` or `refresh_token`.'),
        client_id: text('The application; omitted with HTTP Basic.'),
        client_secret: text('Its secret.'),
      },
      examples: [{ token: 'S.1__8f3a', client_id: 'app_7f21', client_secret: 's3cr3t' }],
    },
    statuses: { 200: 'Revoked. The response is empty.', ...refused },
  },
  {
    method: 'post',
    path: '/introspect',
    name: 'introspectToken',
    summary: 'Returns information about a token',
    about: 'Whether a token of the application is active, who it belongs to and when it expires (RFC 7662).',
    open: 'application',
    form: {
      type: 'object',
      required: ['token'],
      properties: {
        token: text('The token to look up.'),
        client_id: text('The application; omitted with HTTP Basic.'),
        client_secret: text('Its secret.'),
      },
      examples: [{ token: 'S.1__8f3a', client_id: 'app_7f21', client_secret: 's3cr3t' }],
    },
    answer: {
      type: 'object',
      required: ['active'],
      properties: {
        active: { type: 'boolean', description: 'If false, no other fields are returned.', examples: [true] },
        client_id: text('The application.', { examples: ['app_7f21'] }),
        user_id: text('The user the token acts as.', { examples: ['5102'] }),
        company_id: text('The user’s company.', { examples: ['1'] }),
        exp: { type: 'integer', description: 'When it expires, in seconds since 1970.', examples: [1773327600] },
        iat: { type: 'integer', description: 'When it was issued, in seconds since 1970.', examples: [1772463600] },
      },
    },
    statuses: refused,
  },
  {
    method: 'post',
    path: '/register',
    name: 'registerApplication',
    summary: 'Lets an application register itself',
    about:
      'Dynamic registration (RFC 7591), as AI assistants use it. Only if one company on the server allows it; otherwise ' +
      'administrators register applications. Such an application has no secret, uses PKCE, and only reads: it gets ' +
      '`read`, or what it asks for of that. It is forgotten if no one allows it within an hour.',
    open: 'everyone',
    json: {
      type: 'object',
      required: ['redirect_uris'],
      properties: {
        redirect_uris: {
          type: 'array',
          minItems: 1,
          maxItems: 5,
          items: { type: 'string', format: 'uri' },
          description: 'Where browsers return to: https, or http on localhost, 127.0.0.1 or [::1].',
        },
        client_name: text('The name that people see; at most 80 characters of it are used.'),
        scope: text('The scopes that it will request.'),
      },
      examples: [{ redirect_uris: ['http://127.0.0.1:33418/callback'], client_name: 'Desk assistant' }],
    },
    statuses: {
      201: 'Registered. The response repeats what counts, with `client_id`.',
      400: 'The request is not a registration, or an address is not possible.',
      403: 'The company registers applications itself.',
      429:
        'Too many have registered from this address, or too many that no one has allowed yet. `Retry-After` is the number ' +
        'of seconds to wait.',
    },
  },
]
