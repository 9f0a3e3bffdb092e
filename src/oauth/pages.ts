import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Html, html } from './html.ts'

/** The style sheet of all pages, and its address, which changes with it. */
export const stylesheet = readFileSync(new URL('./pages.css', import.meta.url), 'utf8')
const stylesheetPath = `/assets/pages.css?v=${createHash('sha256').update(stylesheet).digest('hex').slice(0, 12)}`

/** Where a form goes and what proves that it is ours. */
export interface Form {
  readonly action: string
  readonly token: string
}

/** What was wrong with a form that was posted, and what to fill in again. */
export interface Retry {
  readonly problem?: string | undefined
  readonly values?: Record<string, string | undefined>
}

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
        ${options.askCompany && field({ name: 'company', label: 'Company', hint: 'The short name in your company’s address', value: values.company, autocomplete: 'organization', plain: true })}
        ${field({ name: 'username', label: 'Username or e-mail', value: values.username, autocomplete: 'username', plain: true })}
        ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
        <button class="primary">Sign in</button>
      </form>
      ${options.mayCreate && small(form, 'show-create', 'New here?', 'Create a company')}`,
  )
}

/** Setting a password by an invitation. */
export function invitationPage(
  form: Form,
  about: { person: string; company: string; username: string; problem?: string },
): string {
  return page(
    `Welcome, ${about.person}`,
    html`<p class="lead">Set a password to sign in at <strong>${about.company}</strong>.</p>
      <dl class="facts"><div><dt>Your username</dt><dd>${about.username}</dd></div></dl>
      ${alert(about.problem)}
      <form method="post" action="${form.action}">
        ${hidden(form)}
        <input type="hidden" name="username" value="${about.username}" autocomplete="username">
        ${field({ name: 'password', label: 'Password', type: 'password', hint: 'At least 10 characters', autocomplete: 'new-password', minlength: 10 })}
        ${field({ name: 'again', label: 'The same password again', type: 'password', autocomplete: 'new-password', minlength: 10 })}
        <button class="primary">Set password</button>
      </form>`,
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
        <button class="primary" name="step" value="allow">Allow</button>
        <button name="step" value="deny">Deny</button>
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
        <button class="primary" name="step" value="switch">Use another account</button>
        <button name="step" value="deny">Back to the application</button>
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

function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Clockhouse</title>
<link rel="stylesheet" href="${stylesheetPath}">
<link rel="icon" href="/assets/clockhouse.svg" type="image/svg+xml">
</head>
<body>
<header><img src="/assets/clockhouse.svg" alt="" width="32" height="32"> Clockhouse</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text
}

/** The mark of the product. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b4f"/><g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><circle cx="16" cy="16" r="8.6"/><path d="M16 11v5.2l3.4 2"/></g></svg>`

function hidden(form: Form, step?: string): Html {
  return html`<input type="hidden" name="token" value="${form.token}">${step && html`<input type="hidden" name="step" value="${step}">`}`
}

function small(form: Form, step: string, question: string, answer: string): Html {
  return html`<form method="post" action="${form.action}" class="small">${hidden(form)}${question}
    <button class="link" name="step" value="${step}">${answer}</button></form>`
}

function alert(problem: string | undefined): Html | undefined {
  return problem ? html`<p class="alert" role="alert">${problem}</p>` : undefined
}

function field(given: {
  name: string
  label: string
  type?: string
  value?: string | undefined
  hint?: string
  autocomplete: string
  /** A name that is typed as it is, without capitals and corrections. */
  plain?: boolean
  minlength?: number
}): Html {
  const { name, hint } = given
  return html`<div class="field"><label for="${name}">${given.label}</label>
    <input id="${name}" name="${name}" type="${given.type ?? 'text'}" value="${given.value ?? ''}" required autocomplete="${given.autocomplete}"${
      given.plain && html` autocapitalize="none" autocorrect="off" spellcheck="false"`
    }${given.minlength && html` minlength="${given.minlength}"`}${hint && html` aria-describedby="${name}-hint"`}>
    ${hint && html`<small id="${name}-hint">${hint}</small>`}</div>`
}
