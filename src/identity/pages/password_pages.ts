import type { LinkKind } from '../../company/mail_queue.ts'
import { type Html, html } from './html.ts'
import { alert, type Form, field, hidden, page, type Retry, switchForm } from './layout.ts'

/** Sets a password from an invitation or reset link. */
export function linkPage(
  kind: LinkKind,
  form: Form,
  about: { person: string; company: string; username: string; problem?: string },
): string {
  const invited = kind === 'invitation'
  const company = html`<strong>${about.company}</strong>`
  return page(
    invited ? `Welcome, ${about.person}` : 'Choose a new password',
    html`<p class="lead">${invited ? html`Set a password to sign in to ${company}.` : html`For ${about.person} at ${company}.`}</p>
      <dl class="facts"><div><dt>Your username</dt><dd>${about.username}</dd></div></dl>
      ${alert(about.problem)}
      <form method="post" action="${form.action}">
        ${hidden(form)}
        <input type="hidden" name="username" value="${about.username}" autocomplete="username">
        ${newPasswordFields()}
        <button class="primary">Set password</button>
      </form>`,
  )
}

/** Asks for a new password, as a stage of signing in. */
export function newPasswordPage(form: Form, { problem }: Retry): string {
  return page(
    'Choose a new password',
    html`<p class="lead">One more step: your current password is temporary.</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form, 'new-password')}
        ${newPasswordFields()}
        <button class="primary">Set password</button>
      </form>
      ${switchForm(form, 'start-over', 'Not you?', 'Start over')}`,
  )
}

/** Requests a link to choose a new password. */
export function forgottenPage(
  form: Form,
  { values = {}, problem, askCompany }: Retry & { askCompany: boolean },
): string {
  return page(
    'Forgot your password?',
    html`<p class="lead">We’ll email you a link to choose a new one.</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form)}
        ${askCompany && companyField(values.company)}
        ${nameField(values.username)}
        <button class="primary">Send link</button>
      </form>
      <p class="small"><a href="/sign-in">Back to sign-in</a></p>`,
  )
}

/** Shown after any request for a link, whether or not the person exists. */
export function requestedPage(): string {
  return page(
    'Check your email',
    html`<p>If that account exists and has an email address, a link is on its way. It works once, for one hour.</p>
      <p>Nothing after a few minutes? Check your spam folder. If your account has no email address, ask a company
        administrator for a link.</p>
      <p><a href="/sign-in">Back to sign-in</a></p>`,
  )
}

/** How to replace a forgotten password when the server cannot send email. */
export function helpPage(): string {
  return page(
    'Forgot your password?',
    html`<p>This server cannot send email. Ask a company administrator: under People, they can create a link for you to
        choose a new password.</p>
      <p>Are you the only administrator? The person who runs the server can create one with this command, followed by
        your username:</p>
      <p><code>npx clockhouse user invite</code></p>
      <p><a href="/sign-in">Back to sign-in</a></p>`,
  )
}

/** The company field, shown if the server has several companies. */
export function companyField(value: string | undefined): Html {
  const hint = 'Its name or short name'
  return field({ name: 'company', label: 'Company', hint, value, autocomplete: 'organization', plain: true })
}

/** The field for a username or email address. */
export function nameField(value: string | undefined): Html {
  return field({ name: 'username', label: 'Username or email', value, autocomplete: 'username', plain: true })
}

function newPasswordFields(): Html {
  const both = { type: 'password', autocomplete: 'new-password', minlength: 10 } as const
  return html`${field({ ...both, name: 'password', label: 'New password', hint: 'At least 10 characters' })}
    ${field({ ...both, name: 'again', label: 'Repeat password' })}`
}
