import { msg, type Translate } from '../../rules/language/messages.ts'
import type { Arrival, Claims } from '../../rules/people/single_sign_on.ts'
import { type Html, html } from './html.ts'
import { page } from './layout.ts'

/** What came of trying a provider. `why`: why the person would be refused, or why the trial failed. */
export type Trial = {
  label: string
  why: string
  given?: Readonly<Record<string, unknown>>
  missing?: readonly string[]
  claims?: Claims
  arrival?: Arrival
  /** The names of the people who would sign in, or be asked for their password. */
  people?: readonly string[]
  /** The name of the group that the person would be put into. */
  group?: string | undefined
  /** Whether the groups were left out, because they are too many. */
  isCut?: boolean
}

/** Shows an administrator what a provider says about them, what is missing, and what would have happened. */
export function trialPage(trial: Trial, t: Translate): string {
  const { label, given, missing = [], group, arrival, isCut } = trial
  return page(
    t('Trial of {label}', { label }),
    html`<p class="lead">${t('No one was signed in, and nothing was changed. You can close this page.')}</p>
      <h2>${t('What would happen')}</h2>
      <p>${outcome(trial, t)}</p>
      ${group !== undefined && html`<p>${t('Their group would be {group}.', { group })}</p>`}
      ${isCut && arrival?.kind !== 'refuse' && html`<p>${t('The list of groups is too long to be tried, so their group is not shown.')}</p>`}
      ${
        missing.length > 0 &&
        html`<h2>${t('What is missing')}</h2>${facts(
          missing.map((name) => [name, lack(name, t)]),
          'facts claims lacks',
        )}`
      }
      ${given && html`<h2>${t('What the provider says')}</h2>${facts(shownClaims(given), 'facts claims')}`}`,
    t,
  )
}

function outcome({ arrival, claims, people = [], why, label }: Trial, t: Translate): string {
  const person = people.join(', ')
  switch (arrival?.kind) {
    case 'enter':
      return t('{person} would sign in: this account at {label} is already linked.', { person, label })
    case 'link':
      return t('{person} would sign in, and be linked to this account at {label} from then on.', { person, label })
    case 'create': {
      const name = `${claims?.firstName} ${claims?.lastName}`.trim()
      return t('{name} would be added, with the username {username}.', { name, username: arrival.username })
    }
    case 'ask':
      return t('This person would be asked for the password of {person}: no one else has confirmed the address.', {
        person,
      })
    default:
      return t('No one would sign in. {why}', { why })
  }
}

/** What follows from the lack of a claim. Those without an entry are names of groups. */
const lacks: Readonly<Record<string, string>> = {
  email: msg('Without it, only people who are linked already can sign in.'),
  email_verified: msg('Without it, the address counts only if you state that the provider verifies addresses.'),
  xms_edov: msg('Without it, the address counts only if you state that the provider verifies addresses.'),
  given_name: msg('Without it, new people are named after their address.'),
  family_name: msg('Without it, new people are named after their address.'),
  preferred_username: msg('Without it, the address becomes the username of new people.'),
}

function lack(name: string, t: Translate): string {
  return t(lacks[name] ?? msg('Without it, people stay in their groups.'))
}

/** Claims about the token, not about the person. */
const technical = ['iss', 'aud', 'exp', 'iat', 'nbf', 'auth_time', 'nonce', 'at_hash', 'c_hash', 'jti', 'sid', 'azp']

const claimMax = 300

function shownClaims(given: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(given)
    .filter(([name]) => !technical.includes(name))
    .map(([name, value]) => [name, (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, claimMax)])
}

function facts(rows: readonly (readonly [name: string, text: string])[], kind: string): Html {
  return html`<dl class="${kind}">${rows.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`
}
