import type { Translate } from '../../rules/language/messages.ts'
import type { SsoChoice } from '../sso/button.ts'
import { type Html, html, rich } from './html.ts'
import { alert, type Form, field, hidden, page, passkeyScriptPath, type Retry, switchForm } from './layout.ts'
import { companyField, nameField } from './password_pages.ts'

/** Where the passkey script fetches its challenge. */
export const challengePath = '/sign-in/passkey'

/** The sign-in form. `askCompany` adds the company field; `application` names the application to continue to. */
export function signInPage(
  form: Form,
  options: Retry & {
    askCompany: boolean
    application?: string | undefined
    mayCreate?: boolean
    sso?: SsoChoice
  },
  t: Translate,
): string {
  const { values = {}, problem } = options
  return page(
    t('Sign in'),
    html`${options.application && html`<p class="lead">${toApplication(options.application, t)}</p>`}
      ${alert(problem)}
      ${ssoButton(options.sso, t)}
      <form method="post" action="${form.action}">
        ${hidden(form, 'sign-in')}
        ${options.askCompany && companyField(values.company, t)}
        ${nameField(values.username, t)}
        ${field({ name: 'password', label: t('Password'), type: 'password', autocomplete: 'current-password' })}
        <button class="${isEnforced(options.sso) ? '' : 'primary'}">${t('Sign in')}</button>
        ${options.sso === 'ask' && html`<p class="small"><button class="link" name="use" value="sso" formnovalidate>${t('Use single sign-on')}</button></p>`}
      </form>
      <form method="post" action="${form.action}" class="choice" data-challenge="${challengePath}" hidden>
        ${hidden(form, 'passkey')}<input type="hidden" name="response">
        <button>${t('Sign in with a passkey')}</button>
        <p class="alert" role="alert"
          data-unreachable="${t('The server could not be reached. Reload the page and try again.')}"
          data-address="${t('Passkeys do not work at this address. Sign in with your password.')}"
          data-failed="${t('The passkey did not work. Try again, or sign in with your password.')}"></p>
      </form>
      <p class="small"><a href="/forgotten">${t('Forgot your password?')}</a></p>
      ${options.mayCreate && switchForm(form, 'show-create', t('New here?'), t('Create a company'))}`,
    t,
    passkeyScriptPath,
  )
}

/** The button of the company's identity provider; a link, because browsers restrict where a form may lead. */
function ssoButton(sso: SsoChoice, t: Translate): Html | undefined {
  if (sso === undefined || sso === 'ask') return undefined
  return html`<p><a class="button${sso.isEnforced && ' primary'}" href="${sso.href}">${t('Sign in with {label}', { label: sso.label })}</a></p>
      <p class="or">${sso.isEnforced ? t('Administrators can also sign in with a password.') : t('or')}</p>`
}

function isEnforced(sso: SsoChoice): boolean {
  return typeof sso === 'object' && sso.isEnforced
}

function toApplication(application: string, t: Translate): Html {
  return rich(t('to continue to <strong>{application}</strong>', { application }), {
    strong: (name) => html`<strong>${name}</strong>`,
  })
}

/** The second factor: a code from the app, or a recovery code if `values` has `recovery`. */
export function codePage(form: Form, { values, problem }: Retry, t: Translate): string {
  const recovery = values?.recovery !== undefined
  return page(
    recovery ? t('Recovery code') : t('Code from your app'),
    html`<p class="lead">${recovery ? t('Enter one of the ten codes you saved. Each code works once.') : t('Open your authenticator app and enter the six-digit code it shows.')}</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form, 'code')}
        ${
          recovery
            ? field({ name: 'recovery', label: t('Recovery code'), autocomplete: 'off', plain: true })
            : field({ name: 'code', label: t('Code'), autocomplete: 'one-time-code', digits: true })
        }
        <button class="primary">${t('Continue')}</button>
      </form>
      ${recovery ? switchForm(form, 'show-code', t('Have your phone?'), t('Use the app')) : switchForm(form, 'show-recovery', t('Don’t have your phone?'), t('Use a recovery code'))}
      ${switchForm(form, 'start-over', t('Not you?'), t('Start over'))}`,
    t,
  )
}

/** Asks whether an application may act for the person. */
export function consentPage(
  form: Form,
  about: {
    application: string
    description: string
    company: string
    target: string
    person: string
    personCompany: string
    own: boolean
    /** Whether the application registered itself, so that no one has checked its name. */
    selfRegistered: boolean
    remembered: boolean
    /** Days after which access ends automatically; 0 for never. */
    days: number
    /** The scopes it asks for (rules/people/scopes.ts); '' is everything that the person may do. */
    scopes: string
  },
  t: Translate,
): string {
  return page(
    t('Allow {application}?', { application: about.application }),
    html`<p class="lead">${about.description || t('This application asks for access to your account.')}</p>
      <dl class="facts">
        <div><dt>${t('Signed in as')}</dt><dd>${about.person}<small>${about.personCompany}</small></dd></div>
        <div><dt>${t('Registered by')}</dt><dd>${registrar(about, t)}</dd></div>
        <div><dt>${t('Returns to')}</dt><dd>${about.target}</dd></div>
      </dl>
      ${about.scopes === '' ? html`<p>${consequence(about.application, t)}</p>` : limits(about, t)}
      <p>${about.remembered && `${t('You won’t be asked again.')} `}${lifetime(about.days, t)}</p>
      <form method="post" action="${form.action}" class="choice">
        ${hidden(form)}
        <button class="primary" name="intent" value="allow">${t('Allow')}</button>
        <button name="intent" value="deny">${t('Deny')}</button>
      </form>
      ${switchForm(form, 'switch', t('Not you?'), t('Use another account'))}`,
    t,
  )
}

function registrar(
  { company, own, selfRegistered }: { company: string; own: boolean; selfRegistered: boolean },
  t: Translate,
) {
  if (selfRegistered)
    return html`${t('Itself')}<small class="warn">${t('No one has checked its name. Allow it only if you have just connected it yourself.')}</small>`
  return html`${company}${!own && html`<small class="warn">${t('Not your company')}</small>`}`
}

function consequence(application: string, t: Translate): string {
  return t(
    'If you allow this, {application} can do anything you can do, such as view and change timesheets, people and settings, with the same permissions as you.',
    { application },
  )
}

/** The rights of an application that asks for limited access. */
function limits({ application, scopes }: { application: string; scopes: string }, t: Translate): Html {
  const lines = scopes.split(' ').map((scope) => {
    const [verb, type] = scope.split(':').reverse()
    const code = { code: (inside: string) => html`<code>${inside}</code>` }
    if (type && verb === 'read') return rich(t('View <code>{records}</code>', { records: type }), code)
    if (type) return rich(t('View and change <code>{records}</code>', { records: type }), code)
    return verb === 'read' ? t('View everything you can view') : t('View and change everything you can change')
  })
  return html`<p>${t('If you allow this, {application} can do only this, with the same permissions as you:', { application })}</p>
    <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
}

function lifetime(days: number, t: Translate): string {
  if (days === 0) return t('It keeps this access until you end it in the app, under Connected apps.')
  return t(
    'It keeps this access for {days, plural, one {a day} other {# days}}. You can end it sooner in the app, under Connected apps.',
    { days },
  )
}

/** Tells the person that their company may not use the application. */
export function notAvailablePage(form: Form, about: { application: string; company: string }, t: Translate): string {
  return page(
    t('Not available for your account'),
    html`<p>${t('{application} can only be used by people in the company that registered it. You are signed in to {company}.', about)}</p>
      <form method="post" action="${form.action}" class="choice">
        ${hidden(form)}
        <button class="primary" name="intent" value="switch">${t('Use another account')}</button>
        <button name="intent" value="deny">${t('Back to the application')}</button>
      </form>`,
    t,
  )
}

/** The account page of a person who is signed in. */
export function homePage(
  form: Form,
  about: { person: string; company: string; clientUrl: string },
  t: Translate,
): string {
  return page(
    t('Hello, {person}', { person: about.person }),
    html`<p class="lead">${t('You are signed in.')}</p>
      <dl class="facts">
        <div><dt>${t('Company')}</dt><dd>${about.company}</dd></div>
        <div><dt>${t('Short name')}</dt><dd>${about.clientUrl}</dd></div>
      </dl>
      <p><a href="/api/v1/openapi.json">${t('API description (OpenAPI)')}</a></p>
      <form method="post" action="${form.action}" class="choice">${hidden(form)}<button>${t('Sign out')}</button></form>`,
    t,
  )
}

/** A page with a message only, in the language of `t`. */
export function messagePage(title: string, text: string, t: Translate, link?: { href: string; text: string }): string {
  return page(title, html`<p>${text}</p>${link && html`<p><a href="${link.href}">${link.text}</a></p>`}`, t)
}
