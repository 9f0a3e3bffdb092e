import type { Endpoint, Schema } from '../wire/endpoint.ts'

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more })

const refused = {
  400: 'A parameter is missing or not acceptable; `error_description` says which.',
  401: 'The application is unknown or its secret wrong, and it used HTTP Basic.',
}

/** The endpoints of OAuth 2.0, as the reference tells of them. */
export const oauthEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/authorize',
    name: 'authorize',
    summary: 'Asks a user to allow an application',
    about:
      'Where an application sends the browser of a user. The user signs in and agrees; the browser comes back to ' +
      '`redirect_uri` with `code` and `state`, or with `error`, `error_description` and `state`; with PKCE also with ' +
      '`iss` (RFC 9207).',
    open: 'anybody',
    query: {
      response_type: { schema: { type: 'string', enum: ['code'] }, about: 'Always `code`.', required: true },
      client_id: { schema: { type: 'string' }, about: 'Which application asks.', required: true },
      redirect_uri: {
        schema: { type: 'string', format: 'uri' },
        about: 'Where the browser comes back to, as registered for the application.',
        required: true,
      },
      state: {
        schema: { type: 'string' },
        about: 'Random text that comes back unchanged. The application compares it.',
        required: true,
      },
      display_mode: {
        schema: { type: 'string', enum: ['login', 'create'], default: 'login' },
        about: 'Which form is shown first.',
      },
      code_challenge: {
        schema: { type: 'string' },
        about: 'PKCE (RFC 7636); applications without a secret must send it.',
      },
      code_challenge_method: { schema: { type: 'string', enum: ['S256'] }, about: 'How it was made.' },
    },
    statuses: {
      303: 'To the sign-in page, or back to the application.',
      400: 'The application or `redirect_uri` is unknown. A page says so; the browser is not sent anywhere.',
    },
  },
  {
    method: 'post',
    path: '/grant',
    name: 'grantToken',
    summary: 'Gives an access token',
    about:
      'Exchanges an authorization code, or a refresh token, for an access token and a new refresh token. A JSON ' +
      'object in place of the form is taken, too.',
    open: 'application',
    form: {
      type: 'object',
      required: ['grant_type', 'client_id'],
      properties: {
        grant_type: { type: 'string', enum: ['authorization_code', 'refresh_token'] },
        client_id: text('Which application asks; left out with HTTP Basic.'),
        client_secret: text('Its secret; applications without one leave it out.'),
        code: text('The authorization code.'),
        redirect_uri: text('As in the authorization request; with a code.'),
        code_verifier: text('PKCE, when the authorization request had a challenge.'),
        refresh_token: text('The newest one.'),
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
        scope: text('Always empty.', { examples: [''] }),
        refresh_token: text('Opaque; it works once.', { examples: ['S.1__b71e04c2d9a8f6e35c1d2b7a90e8f4c6a5d3b2e1'] }),
        user_id: text('Whom the token acts as.', { examples: ['5102'] }),
        company_id: text('Of which company.', { examples: ['1'] }),
        client_url: text('Account name of the company.', { examples: ['northyard'] }),
      },
    },
    statuses: { ...refused, 499: 'The company lets nobody in from this address.' },
  },
  {
    method: 'post',
    path: '/revoke',
    name: 'revokeToken',
    summary: 'Ends a token',
    about: 'Ends an access token or a refresh token of the application (RFC 7009). Unknown ones are no error.',
    open: 'application',
    form: {
      type: 'object',
      required: ['token'],
      properties: {
        token: text('The token that ends.'),
        token_type_hint: text('`access_token` or `refresh_token`.'),
        client_id: text('Which application asks; left out with HTTP Basic.'),
        client_secret: text('Its secret.'),
      },
      examples: [{ token: 'S.1__8f3a', client_id: 'app_7f21', client_secret: 's3cr3t' }],
    },
    statuses: { 200: 'Done. The answer is empty.', ...refused },
  },
  {
    method: 'post',
    path: '/introspect',
    name: 'introspectToken',
    summary: 'Tells about a token',
    about: 'Whether a token of the application is active, whose it is and when it expires (RFC 7662).',
    open: 'application',
    form: {
      type: 'object',
      required: ['token'],
      properties: {
        token: text('The token in question.'),
        client_id: text('Which application asks; left out with HTTP Basic.'),
        client_secret: text('Its secret.'),
      },
      examples: [{ token: 'S.1__8f3a', client_id: 'app_7f21', client_secret: 's3cr3t' }],
    },
    answer: {
      type: 'object',
      required: ['active'],
      properties: {
        active: { type: 'boolean', description: 'False: nothing else is said.', examples: [true] },
        client_id: text('The application.', { examples: ['app_7f21'] }),
        user_id: text('Whom the token acts as.', { examples: ['5102'] }),
        company_id: text('Of which company.', { examples: ['1'] }),
        exp: { type: 'integer', description: 'When it expires, in seconds since 1970.', examples: [1773327600] },
        iat: { type: 'integer', description: 'When it was made.', examples: [1772463600] },
      },
    },
    statuses: refused,
  },
]
