import { html } from './html.ts'
import { alert, type Form, field, hidden, page, passkeyScriptPath, type Retry, small } from './layout.ts'
import { companyField, nameField } from './password_pages.ts'

/** Where the script of the page asks for what a passkey has to answer. */
export const challengePath = '/sign-in/passkey'

/** Signing in. Without `company` the field for it is left out; `application` says what for. */
export function signInPage(
  form: Form,
  options: Retry & { askCompany: boolean; application?: string | undefined; mayCreate?: boolean },
): string {
  const { values = {}, problem } = options
  return page(
    'Sign in',
    html`${options.application && html`<p class="lead">to continue to <strong>${options.application}</strong></p>`}
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form, 'sign-in')}
        ${options.askCompany && companyField(values.company)}
        ${nameField(values.username)}
        ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
        <button class="primary">Sign in</button>
      </form>
      <form method="post" action="${form.action}" class="choice" data-challenge="${challengePath}" hidden>
        ${hidden(form, 'passkey')}<input type="hidden" name="response">
        <button>Sign in with a passkey</button>
        <p class="alert" role="alert"></p>
      </form>
      <p class="small"><a href="/forgotten">Forgotten your password?</a></p>
      ${options.mayCreate && small(form, 'show-create', 'New here?', 'Create a company')}`,
    passkeyScriptPath,
  )
}

/** The second factor: a code of the app, or with a value for `recovery` one of the codes that stand in for it. */
export function codePage(form: Form, { values, problem }: Retry): string {
  const recovery = values?.recovery !== undefined
  return page(
    recovery ? 'Recovery code' : 'Code from your app',
    html`<p class="lead">${recovery ? 'Type one of the ten codes that you kept. Each works once.' : 'Open your authenticator app and type the six digits that it shows.'}</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form, 'code')}
        ${
          recovery
            ? field({ name: 'recovery', label: 'Recovery code', autocomplete: 'off', plain: true })
            : field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', digits: true })
        }
        <button class="primary">Continue</button>
      </form>
      ${recovery ? small(form, 'show-code', 'Phone at hand?', 'Use the app') : small(form, 'show-recovery', 'No phone at hand?', 'Use a recovery code')}
      ${small(form, 'start-over', 'Not you?', 'Start over')}`,
  )
}

/** Asking whether an application may act for somebody. */
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
    remembered: boolean
  },
): string {
  return page(
    `Allow ${about.application}?`,
    html`<p class="lead">${about.description || 'This application asks for access to your account.'}</p>
      <dl class="facts">
        <div><dt>You are</dt><dd>${about.person}<small>${about.personCompany}</small></dd></div>
        <div><dt>Registered by</dt><dd>${about.company}${!about.own && html`<small class="warn">Not your company</small>`}</dd></div>
        <div><dt>Leads back to</dt><dd>${about.target}</dd></div>
      </dl>
      <p>If you allow it, ${about.application} can do whatever you can do: see and change timesheets, people and settings,
        with exactly your rights.${about.remembered && ' You will not be asked again.'}</p>
      <form method="post" action="${form.action}" class="choice">
        ${hidden(form)}
        <button class="primary" name="intent" value="allow">Allow</button>
        <button name="intent" value="deny">Deny</button>
      </form>
      ${small(form, 'switch', 'Not you?', 'Use another account')}`,
  )
}

/** An application that this person's company may not use. */
export function foreignPage(form: Form, about: { application: string; company: string }): string {
  return page(
    'Not for your account',
    html`<p>${about.application} may only be used by people of the company that registered it. You are signed in at
        ${about.company}.</p>
      <form method="post" action="${form.action}" class="choice">
        ${hidden(form)}
        <button class="primary" name="intent" value="switch">Use another account</button>
        <button name="intent" value="deny">Back to the application</button>
      </form>`,
  )
}

/** A new company with its first administrator: on first start, and for `display_mode=create`. */
export function createPage(
  form: Form,
  options: Retry & { first: boolean; zones: readonly string[]; zone: string },
): string {
  const { values = {}, problem, first } = options
  const zone = values.tz ?? options.zone
  return page(
    first ? 'Welcome to Clockhouse' : 'Create a company',
    html`<p class="lead">${first ? 'Set up your company and the first administrator.' : 'You will be its first administrator.'}</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form, 'create')}
        ${field({ name: 'company_name', label: 'Company name', value: values.company_name, autocomplete: 'organization' })}
        <div class="field"><label for="tz">Time zone</label>
          <select id="tz" name="tz" required>${options.zones.map((name) => html`<option${name === zone && html` selected`}>${name}</option>`)}</select></div>
        <div class="pair">
          ${field({ name: 'first_name', label: 'First name', value: values.first_name, autocomplete: 'given-name' })}
          ${field({ name: 'last_name', label: 'Last name', value: values.last_name, autocomplete: 'family-name' })}
        </div>
        ${field({ name: 'email', label: 'E-mail', type: 'email', value: values.email, autocomplete: 'email' })}
        ${field({ name: 'username', label: 'Username', value: values.username, autocomplete: 'username', plain: true })}
        ${field({ name: 'password', label: 'Password', type: 'password', hint: 'At least 10 characters', autocomplete: 'new-password', minlength: 10 })}
        <button class="primary">Create company</button>
      </form>
      ${!first && small(form, 'show-sign-in', 'Already have an account?', 'Sign in')}`,
  )
}

/** What somebody sees who is signed in. */
export function homePage(form: Form, about: { person: string; company: string; clientUrl: string }): string {
  return page(
    `Hello, ${about.person}`,
    html`<p class="lead">You are signed in.</p>
      <dl class="facts">
        <div><dt>Company</dt><dd>${about.company}</dd></div>
        <div><dt>Short name</dt><dd>${about.clientUrl}</dd></div>
      </dl>
      <p><a href="/api/v1/openapi.json">Description of the API</a></p>
      <form method="post" action="${form.action}" class="choice">${hidden(form)}<button>Sign out</button></form>`,
  )
}

/** A page that only says something. */
export function messagePage(title: string, text: string, link?: { href: string; text: string }): string {
  return page(title, html`<p>${text}</p>${link && html`<p><a href="${link.href}">${link.text}</a></p>`}`)
}
