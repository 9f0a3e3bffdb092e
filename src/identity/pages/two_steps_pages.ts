import { renderSVG } from 'uqr'
import type { Translate } from '../../rules/language/messages.ts'
import { html, rich } from './html.ts'
import { alert, type Form, field, hidden, page, type Retry, switchForm } from './layout.ts'

/** Sets up an authenticator app, as a stage of signing in to a company that requires it. */
export function setUpPage(
  form: Form,
  { problem }: Retry,
  { secret, uri }: { secret: string; uri: string },
  t: Translate,
): string {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`
  return page(
    t('Set up two-step verification'),
    html`<p class="lead">${t('Your company requires a second step when you sign in. Scan this with an authenticator app on your phone, such as Google Authenticator, 1Password, or Aegis.')}</p>
      <p class="qr"><img src="${picture}" width="200" height="200" alt="${t('QR code for your authenticator app')}"></p>
      <p>${rich(t('Or enter this key: <key/>'), { key: () => html`<code class="key">${secret}</code>` })}</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form, 'set-up')}
        ${field({ name: 'code', label: t('Code from the app'), autocomplete: 'one-time-code', digits: true })}
        <button class="primary">${t('Continue')}</button>
      </form>
      ${switchForm(form, 'start-over', t('Not you?'), t('Start over'))}`,
    t,
  )
}

/** Shows new recovery codes, only this once. Without them, the page was reloaded. */
export function recoveryCodesPage(form: Form, { codes = [], problem }: Retry, t: Translate): string {
  return page(
    t('Save your recovery codes'),
    html`<p class="lead">${t('Each code signs you in once if you don’t have your phone. Keep them in a safe place, such as a password manager.')}</p>
      ${alert(problem)}
      ${
        codes.length > 0
          ? html`<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>`
          : html`<p>${t('The codes were shown once. If you didn’t save them, create new ones in your profile after you sign in.')}</p>`
      }
      <form method="post" action="${form.action}">
        ${hidden(form, 'codes-saved')}
        <button class="primary">${t('Continue')}</button>
      </form>`,
    t,
  )
}
