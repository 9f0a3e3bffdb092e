import { html } from './html.ts'
import { alert, type Form, field, hidden, page, passkeyScriptPath, type Retry, switchForm } from './layout.ts'
import { companyField, nameField } from './password_pages.ts'

/** Where the passkey script fetches its challenge. */
export const challengePath = '/sign-in/passkey'

/** The sign-in form. `askCompany` adds the company field; `application` names the application to continue to. */
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
      <p class="small"><a href="/forgotten">Forgot your password?</a></p>
      ${options.mayCreate && switchForm(form, 'show-create', 'New here?', 'Create a company')}`,
    passkeyScriptPath,
  )
}

/** The second factor: a code from the app, or a recovery code if `values` has `recovery`. */
export function codePage(form: Form, { values, problem }: Retry): string {
  const recovery = values?.recovery !== undefined
  return page(
    recovery ? 'Recovery code' : 'Code from your app',
    html`<p class="lead">${recovery ? 'Enter one of the ten codes you saved. Each code works once.' : 'Open your authenticator app and enter the six-digit code it shows.'}</p>
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
      ${recovery ? switchForm(form, 'show-code', 'Have your phone?', 'Use the app') : switchForm(form, 'show-recovery', 'Don’t have your phone?', 'Use a recovery code')}
      ${switchForm(form, 'start-over', 'Not you?', 'Start over')}`,
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
    remembered: boolean
  },
): string {
  return page(
    `Allow ${about.application}?`,
    html`<p class="lead">${about.description || 'This application asks for access to your account.'}</p>
      <dl class="facts">
        <div><dt>Signed in as</dt><dd>${about.person}<small>${about.personCompany}</small></dd></div>
        <div><dt>Registered by</dt><dd>${about.company}${!about.own && html`<small class="warn">Not your company</small>`}</dd></div>
        <div><dt>Returns to</dt><dd>${about.target}</dd></div>
      </dl>
      <p>If you allow this, ${about.application} can do anything you can do, such as view and change timesheets, people
        and settings, with the same permissions as you.${about.remembered && ' You won’t be asked again.'}</p>
      <form method="post" action="${form.action}" class="choice">
        ${hidden(form)}
        <button class="primary" name="intent" value="allow">Allow</button>
        <button name="intent" value="deny">Deny</button>
      </form>
      ${switchForm(form, 'switch', 'Not you?', 'Use another account')}`,
  )
}

/** Tells the person that their company may not use the application. */
export function notAvailablePage(form: Form, about: { application: string; company: string }): string {
  return page(
    'Not available for your account',
    html`<p>${about.application} can only be used by people in the company that registered it. You are signed in to
        ${about.company}.</p>
      <form method="post" action="${form.action}" class="choice">
        ${hidden(form)}
        <button class="primary" name="intent" value="switch">Use another account</button>
        <button name="intent" value="deny">Back to the application</button>
      </form>`,
  )
}

/** The account page of a person who is signed in. */
export function homePage(form: Form, about: { person: string; company: string; clientUrl: string }): string {
  return page(
    `Hello, ${about.person}`,
    html`<p class="lead">You are signed in.</p>
      <dl class="facts">
        <div><dt>Company</dt><dd>${about.company}</dd></div>
        <div><dt>Short name</dt><dd>${about.clientUrl}</dd></div>
      </dl>
      <p><a href="/api/v1/openapi.json">API description (OpenAPI)</a></p>
      <form method="post" action="${form.action}" class="choice">${hidden(form)}<button>Sign out</button></form>`,
  )
}

/** A page with a message only. */
export function messagePage(title: string, text: string, link?: { href: string; text: string }): string {
  return page(title, html`<p>${text}</p>${link && html`<p><a href="${link.href}">${link.text}</a></p>`}`)
}
