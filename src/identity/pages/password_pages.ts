import type { LinkKind } from '../../company/mail_queue.ts'
import { type Html, html } from './html.ts'
import { alert, type Form, field, hidden, page, type Retry, small } from './layout.ts'

/** Setting a password behind a link: the first one, or another. */
export function linkPage(
  kind: LinkKind,
  form: Form,
  about: { person: string; company: string; username: string; problem?: string },
): string {
  const invited = kind === 'invitation'
  const company = html`<strong>${about.company}</strong>`
  return page(
    invited ? `Welcome, ${about.person}` : 'Choose a new password',
    html`<p class="lead">${invited ? html`Set a password to sign in at ${company}.` : html`It is for ${about.person} at ${company}.`}</p>
      <dl class="facts"><div><dt>Your username</dt><dd>${about.username}</dd></div></dl>
      ${alert(about.problem)}
      <form method="post" action="${form.action}">
        ${hidden(form)}
        <input type="hidden" name="username" value="${about.username}" autocomplete="username">
        ${twice()}
        <button class="primary">Set password</button>
      </form>`,
  )
}

/** Choosing another password before going on, as a step of signing in. */
export function newPasswordPage(form: Form, { problem }: Retry): string {
  return page(
    'Choose a new password',
    html`<p class="lead">One more step: the password that you have was made for the first time only.</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form, 'new-password')}
        ${twice()}
        <button class="primary">Set password</button>
      </form>
      ${small(form, 'start-over', 'Not you?', 'Start over')}`,
  )
}

/** Asking for a link to choose a new password. */
export function forgottenPage(
  form: Form,
  { values = {}, problem, askCompany }: Retry & { askCompany: boolean },
): string {
  return page(
    'Forgotten your password?',
    html`<p class="lead">We mail you a link to choose a new one.</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form)}
        ${askCompany && companyField(values.company)}
        ${nameField(values.username)}
        <button class="primary">Send the link</button>
      </form>
      <p class="small"><a href="/sign-in">Back to sign-in</a></p>`,
  )
}

/** After asking for a link, whoever it was. */
export function requestedPage(): string {
  return page(
    'Look into your mail',
    html`<p>If there is somebody of that name who has an e-mail address, a link is on its way. It works once, within an hour.</p>
      <p>Nothing there after a few minutes? Look among unwanted mail. If your account has no e-mail address, ask an
        administrator of your company for a link.</p>
      <p><a href="/sign-in">Back to sign-in</a></p>`,
  )
}

/** Where a forgotten password is replaced when no mail can be sent. */
export function helpPage(): string {
  return page(
    'Forgotten your password?',
    html`<p>This server cannot send mail. Ask an administrator of your company: under People, they make a link by which you
        choose a new password.</p>
      <p>Are you the only administrator? Whoever runs the server makes one with this command, followed by your username:</p>
      <p><code>npx clockhouse user invite</code></p>
      <p><a href="/sign-in">Back to sign-in</a></p>`,
  )
}

/** The company, where there are several. */
export function companyField(value: string | undefined): Html {
  const hint = 'The short name in your company’s address'
  return field({ name: 'company', label: 'Company', hint, value, autocomplete: 'organization', plain: true })
}

/** By what people are known. */
export function nameField(value: string | undefined): Html {
  return field({ name: 'username', label: 'Username or e-mail', value, autocomplete: 'username', plain: true })
}

function twice(): Html {
  const both = { type: 'password', autocomplete: 'new-password', minlength: 10 } as const
  return html`${field({ ...both, name: 'password', label: 'New password', hint: 'At least 10 characters' })}
    ${field({ ...both, name: 'again', label: 'The same password again' })}`
}
