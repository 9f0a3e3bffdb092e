import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Signing in: sessions, passkeys, two-step verification and providers. */
export const signIn = {
  token_invalid: { text: 'The access token provided is invalid', shown: false },
  no_such_passkey: { text: 'you have no such passkey', shown: msg('This passkey no longer exists') },
  no_such_session: { text: 'you are not signed in there', shown: msg('You are no longer signed in there') },
  browser_session_needed: { text: 'you must be signed in with a browser to do this', shown: false },
  confirmation_needed: {
    text: 'prove first who you are, at /api/console/confirmation',
    shown: msg('Confirm first that it’s you'),
  },
  no_such_domain: { field: 'domain', text: 'there is no such domain', shown: msg('This domain no longer exists') },
  no_linked_account: {
    field: 'id',
    text: 'there is no account at the provider that this person is linked to',
    shown: msg('This person has no linked account at the provider'),
  },
  provider_label_missing: {
    field: 'label',
    text: 'name the provider as people know it',
    shown: msg('Enter the provider’s name as people know it'),
  },
  issuer_malformed: {
    field: 'issuer',
    text: 'expected a URL such as https://login.example.com',
    shown: msg('Enter an address such as https://login.example.com'),
  },
  provider_unusable: {
    field: 'issuer',
    text: 'the provider cannot be used: {reason}',
    shown: msg('The provider can’t be used: {reason}'),
  },
  two_steps_required: {
    text: 'two-step verification: your company requires it',
    shown: msg('Your company requires two-step verification'),
  },
  wrong_code: {
    field: 'code',
    text: 'this is not the code that your app shows now',
    shown: msg('{field}: that code isn’t right. Try the current one'),
  },
  request_from_other_page: {
    text: 'with a session, requests that change data must come from our own pages',
    shown: false,
  },
  passkey_answer_invalid: {
    field: 'response',
    text: 'the browser’s answer is not valid; start over',
    shown: msg('The browser’s answer isn’t valid. Try again'),
  },
  too_many_passkeys: {
    text: 'you already have {max} passkeys; remove one first',
    shown: msg('You already have {max} passkeys. Remove one first'),
  },
  passkey_registered: { text: 'this passkey is already registered', shown: msg('This passkey is already registered') },
  page_expired: { text: 'This page has expired. Please reload it.', shown: false },
  two_steps_on: {
    text: 'two-step verification is already on; turn it off first',
    shown: msg('Two-step verification is already on. Turn it off first'),
  },
  two_steps_off: {
    text: 'two-step verification is off; there is nothing to recover',
    shown: msg('Two-step verification is off'),
  },
  request_from_other_site: { text: 'requests from pages of other sites are refused', shown: false },
  sign_in_completed: { text: 'this sign-in has already been completed', shown: false },
  domain_malformed: {
    field: 'domain',
    text: 'expected a domain such as example.com',
    shown: msg('Enter a domain such as example.com'),
  },
  domain_record_missing: {
    field: 'domain',
    text: '{domain} has no TXT record {record}; a new record can take an hour to be seen',
    shown: msg('{domain} has no TXT record {record} yet. A new record can take an hour to be seen'),
  },
  domain_exists: { field: 'domain', text: '{domain} is there already', shown: msg('{domain} is already in the list') },
  too_many_domains: {
    field: 'domain',
    text: 'at most {max} domains',
    shown: msg('There can be at most {max} domains'),
  },
  metrics_token_needed: { text: 'metrics need the token of CLOCKHOUSE_METRICS_TOKEN', shown: false },
  token_missing: { text: 'The access token is missing', shown: false },
  token_expired: { text: 'The access token provided has expired', shown: false },
  session_ended: { text: 'The session has ended', shown: false },
  inspection_over: { text: 'The inspection has ended', shown: false },
} as const satisfies Record<string, Entry>
