import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Applications, tokens, webhooks, push and the tools of assistants. */
export const programs = {
  public_client_has_no_secret: {
    field: 'id',
    text: 'a public client has no secret',
    shown: msg('This application has no secret'),
  },
  no_such_allowed_application: {
    field: 'client_id',
    text: 'there is no such application among those you have allowed',
    shown: msg('You no longer allow this application'),
  },
  open_to_all_for_operator: {
    field: 'open_to_all',
    text: 'only the operator of this server may open it to every company, with clockhouse app create --all-companies',
    shown: msg('Only the operator of this server may open an application to every company'),
  },
  no_such_application: {
    field: 'id',
    text: 'there is no application {id}',
    shown: msg('This application no longer exists'),
  },
  no_such_token: { field: 'id', text: 'there is no token {id}', shown: msg('This token no longer exists') },
  granted_token_not_extendable: {
    field: 'id',
    text: 'a token granted to an application cannot be extended',
    shown: msg('The token of a connected app can’t be extended'),
  },
  replay_start_ambiguous: { text: 'give one of number, from, cursor and sequence', shown: false },
  token_with_scopes: { text: 'this takes a token without scopes', shown: false },
  scope_missing: { text: 'the scopes of this token do not include {scope}', shown: false },
  type_scope_missing: { field: 'types', text: 'the scopes of this token do not include {scope}', shown: false },
  no_type_in_scopes: { text: 'the scopes of this token include no type of record', shown: false },
  too_many_waiting: { text: 'too many requests wait for changes', shown: false },
  redirect_uri_missing: { field: 'redirect_uris', text: 'at least one', shown: msg('Enter at least one') },
  too_many_redirect_uris: { field: 'redirect_uris', text: 'at most 20', shown: msg('Enter at most 20 addresses') },
  too_many_applications: {
    text: 'at most {max} applications are possible',
    shown: msg('There can be at most {max} applications. Delete one first'),
  },
  no_such_scope: {
    field: 'scopes',
    text: '{scope} must be read, write, or one of them for a type, such as timesheets:read',
    shown: false,
  },
  too_many_manual_tokens: {
    text: 'at most {max} manually created tokens are possible',
    shown: msg('You can have at most {max} tokens. Delete one first'),
  },
  expiry_in_past: { field: 'expires', text: 'must be in the future', shown: msg('Choose a time in the future') },
  expiry_too_late: { field: 'expires', text: 'at most 10 years from now', shown: msg('Choose a time within 10 years') },
  too_many_tokens: {
    text: 'at most {max} tokens are possible',
    shown: msg('There can be at most {max} tokens. Delete one first'),
  },
  feed_cursor_unknown: {
    field: 'cursor',
    text: '{field} must be now or the cursor of an earlier answer; {advice}',
    shown: false,
  },
  cursor_of_another_company: { field: 'cursor', text: '{field} is from another company; {advice}', shown: false },
  cursor_gone: { field: 'cursor', text: '{reason}; {advice}', shown: false },
  no_such_delivery: {
    field: 'number',
    text: 'there is no delivery {number}',
    shown: msg('This delivery no longer exists'),
  },
  no_such_webhook: { field: 'id', text: 'there is no webhook {id}', shown: msg('This webhook no longer exists') },
  no_ended_delivery: {
    field: 'number',
    text: 'there is no delivery {number} that has ended and still has a body',
    shown: msg('This delivery can’t be sent again'),
  },
  too_many_deliveries: {
    text: 'these are more than {max} deliveries: choose a shorter time, or a cursor',
    shown: msg('That is more than {max} deliveries. Choose a shorter time'),
  },
  sequence_in_future: { field: 'sequence', text: 'the last change is {last}', shown: false },
  sequence_gone: {
    field: 'sequence',
    text: 'the changes directly after {sequence} are not in the log; the next possible one is {next}',
    shown: false,
  },
  feed_cursor_required: {
    field: 'cursor',
    text: '{field} is required: now, or the cursor of the answer before',
    shown: false,
  },
  no_event_types: { field: 'types', text: 'at least one, or * for all', shown: msg('Choose at least one event') },
  too_many_webhooks: {
    text: 'at most {max} webhooks are possible',
    shown: msg('There can be at most {max} webhooks. Delete one first'),
  },
  tool_asks_too_much: { text: 'this asks for too many ids at once; ask for fewer', shown: false },
  tool_reads_too_much: { text: 'this is more than {max} records; ask for fewer days or people', shown: false },
  on_the_clock_on_job: { field: 'user_id', text: '{id} is on the clock on this job since {since}', shown: false },
  not_on_the_clock: { field: 'user_id', text: '{id} is not on the clock', shown: false },
  batches_not_possible: { text: 'batches of messages are not possible', shown: false },
  push_keys_malformed: {
    field: 'keys',
    text: 'p256dh must be a point of P-256 and auth 16 bytes, both as base64url',
    shown: msg('This browser can’t receive push messages from this server'),
  },
  not_a_push_address: {
    field: 'endpoint',
    text: 'must be the https address in the browser’s subscription',
    shown: msg('This browser can’t receive push messages from this server'),
  },
  push_address_private: {
    field: 'endpoint',
    text: 'must not be in a private network',
    shown: msg('This browser can’t receive push messages from this server'),
  },
  no_such_device: { text: 'you have no such device', shown: msg('This device is no longer registered') },
  api_answer: { text: '{problem}', shown: false },
  uri_malformed: {
    field: 'redirect_uris',
    text: '"{address}" is not a URL',
    shown: msg('“{address}” isn’t a web address'),
  },
  uri_with_hash: {
    field: 'redirect_uris',
    text: 'a URL with # is not allowed',
    shown: msg('The address can’t contain #'),
  },
  uri_with_user: {
    field: 'redirect_uris',
    text: 'a URL with a user name is not allowed',
    shown: msg('The address can’t contain a username'),
  },
  uri_with_wildcard: {
    field: 'redirect_uris',
    text: 'a URL with * is not allowed; each address is compared as it is',
    shown: msg('The address can’t contain *'),
  },
  uri_not_https: {
    field: 'redirect_uris',
    text: 'must begin with https://, or with http:// on localhost, 127.0.0.1 or [::1]',
    shown: msg('The address must begin with https://, or with http:// on localhost'),
  },
  address_too_long: { text: 'it is too long', shown: msg('This address is too long') },
  without_access: {
    field: 'active',
    text: 'the application that added it no longer has access',
    shown: msg('The application that added it no longer has access'),
  },
  address_malformed_url: { text: 'the address is not a URL', shown: msg('This isn’t a web address') },
  address_not_https: { text: 'the address is not https', shown: msg('The address must begin with https://') },
  address_with_user: {
    text: 'the address has a username or a password',
    shown: msg('The address can’t contain a username or password'),
  },
  address_private: { text: 'the address is in a private network', shown: msg('The address is in a private network') },
} as const satisfies Record<string, Entry>
