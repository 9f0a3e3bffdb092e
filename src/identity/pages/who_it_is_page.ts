import type { Translate } from '../../rules/language/messages.ts'
import { html, rich } from './html.ts'
import { alert, type Form, field, hidden, page, type Retry, switchForm } from './layout.ts'

/** Asks someone from an identity provider for the password of the account here that says it has their address. */
export function whoItIsPage(
  form: Form,
  { label, email, mayCreate, problem }: Retry & { label: string; email: string; mayCreate: boolean },
  t: Translate,
): string {
  const strong = { strong: (address: string) => html`<strong>${address}</strong>` }
  return page(
    t('Is this your account?'),
    html`<p class="lead">${rich(t('{label} says that you are <strong>{email}</strong>. An account here has this address, but no one has confirmed that it is yours. Enter its password once, and sign in with {label} from then on.', { label, email }), strong)}</p>
      ${alert(problem)}
      <form method="post" action="${form.action}">
        ${hidden(form)}
        ${field({ name: 'password', label: t('Password'), type: 'password', autocomplete: 'current-password' })}
        <button class="primary">${t('Continue')}</button>
      </form>
      ${mayCreate && switchForm(form, 'new', t('No account here yet?'), t('Start with a new one'))}
      <p class="small"><a href="/sign-in">${t('Back to sign-in')}</a></p>`,
    t,
  )
}
