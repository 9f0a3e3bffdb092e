import type { LinkKind } from '../../company/mail/mail_queue.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { type Html, html, rich } from './html.ts'
import { alert, type Form, field, hidden, page, type Retry, switchForm } from './layout.ts'

/** Sets a password from an invitation or reset link. */
export function linkPage(
  kind: LinkKind,
  form: Form,
  about: { person: string; company: string; username: string; problem?: string },
  t: Translate,
): string {
  const invited = kind === 'invitation'
  const strong = { strong: (company: string) => html`<strong>${company}</strong>` }
  return page(
    invited ? t('Welcome, {person}', { person: about.person }) : t('Choose a new password'),
    html`<p class="lead">${invited ? rich(t('Set a password to sign in to <strong>{company}</strong>.', { company: about.company }), strong) : rich(t('For {person} at <strong>{company}</strong>.', { person: about.person, company: about.company }), strong)}</p>
      <dl class="facts"><div><dt>${t('Your username')}</dt><dd>${about.username}</dd></div></dl>
      ${alert(about.problem)}
      <form method="post" action="${form.action}">
        ${hidden(form)}
        <input type="hidden" name="username" value="${about.username}" autocomplete="username">
        ${newPasswordFields(t)}
        <button class="primary">${t('Set password')}</button>
      </form>`,
    t,
  )
}

/** Asks for a new password, as a stage of signing in. */
export function newPasswordPage(form: Form, { problem }: Retry, t: Translate): string {
  return page(
    t('Choose a new password'),
    html`<p class="lead">${t('One more step: your current password is temporary.')}</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form, 'new-password')}
        ${newPasswordFields(t)}
        <button class="primary">${t('Set password')}</button>
      </form>
      ${switchForm(form, 'start-over', t('Not you?'), t('Start over'))}`,
    t,
  )
}

/** Requests a link to choose a new password. */
export function forgottenPage(
  form: Form,
  { values = {}, problem, askCompany }: Retry & { askCompany: boolean },
  t: Translate,
): string {
  return page(
    t('Forgot your password?'),
    html`<p class="lead">${t('We’ll email you a link to choose a new one.')}</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form)}
        ${askCompany && companyField(values.company, t)}
        ${nameField(values.username, t)}
        <button class="primary">${t('Send link')}</button>
      </form>
      <p class="small"><a href="/sign-in">${t('Back to sign-in')}</a></p>`,
    t,
  )
}

/** Shown after any request for a link, whether or not the person exists. */
export function requestedPage(t: Translate): string {
  return page(
    t('Check your email'),
    html`<p>${t('If that account exists and has an email address, a link is on its way. It works once, for one hour.')}</p>
      <p>${t('Nothing after a few minutes? Check your spam folder. If your account has no email address, ask a company administrator for a link.')}</p>
      <p><a href="/sign-in">${t('Back to sign-in')}</a></p>`,
    t,
  )
}

/** How to replace a forgotten password when the server cannot send email. */
export function helpPage(t: Translate): string {
  return page(
    t('Forgot your password?'),
    html`<p>${t('This server cannot send email. Ask a company administrator: under People, they can create a link for you to choose a new password.')}</p>
      <p>${t('Are you the only administrator? The person who runs the server can create one with this command, followed by your username:')}</p>
      <p><code>clockhouse user invite</code></p>
      <p><a href="/sign-in">${t('Back to sign-in')}</a></p>`,
    t,
  )
}

/** The company field, shown if the server has several companies. */
export function companyField(value: string | undefined, t: Translate): Html {
  const hint = t('Its name or short name')
  return field({ name: 'company', label: t('Company'), hint, value, autocomplete: 'organization', plain: true })
}

/** The field for a username or email address. */
export function nameField(value: string | undefined, t: Translate): Html {
  return field({ name: 'username', label: t('Username or email'), value, autocomplete: 'username', plain: true })
}

function newPasswordFields(t: Translate): Html {
  const both = { type: 'password', autocomplete: 'new-password', minlength: 10 } as const
  return html`${field({ ...both, name: 'password', label: t('New password'), hint: t('At least 10 characters') })}
    ${field({ ...both, name: 'again', label: t('Repeat password') })}`
}
