import { type LinkKind, linkHere } from '../company/mail/mail_queue.ts'
import { Html, html } from '../identity/pages/html.ts'
import { codeOf, msg, type Translate } from '../rules/language/messages.ts'
import type { KindName } from '../rules/notifications/kinds.ts'
import { buttonOf, reasonOf } from '../rules/notifications/mail_subjects.ts'
import type { Email } from '../world.ts'

/** Labels of the links' buttons. */
const labels: Record<LinkKind, string> = {
  invitation: msg('Set your password'),
  reset: msg('Choose a new password'),
}

/** A stored email, with the name of the company that sends it. */
export type Stored = {
  company: string
  address: string
  subject: string
  text: string
  link: LinkKind | ''
  kind: KindName | ''
  path: string
}

/** The addresses in an email: this server (`url`), its link, and unsubscribing. */
type Addresses = { id: string; companyId: number; url: string; link: string | undefined; unsubscribe: string }

/**
 * Renders a stored email, sent in the company's name: plain text, and HTML without external resources. `t` translates
 * the text around the stored text.
 */
export function renderEmail(mail: Stored, addresses: Addresses, t: Translate): Email {
  const { id, companyId, url, link, unsubscribe } = addresses
  const { company, address, subject, kind } = mail
  const paragraphs = mail.text.split('\n\n')
  const label = kind === '' ? t('Open the report') : buttonOf(kind, t)
  const button = kind === '' && mail.path === '' ? undefined : { label, href: url + (mail.path || '/') }
  const reason = kind === '' ? '' : reasonOf(kind, company, t)
  const text = [
    ...paragraphs.map((paragraph) => (paragraph === linkHere && link ? link : paragraph)),
    ...(button ? [`${button.label}: ${button.href}`] : []),
    [
      '-- ',
      company,
      ...(kind === ''
        ? []
        : [
            reason,
            t('Notification settings: {address}', { address: `${url}/me` }),
            t('Stop these emails: {address}', { address: unsubscribe }),
          ]),
    ].join('\n'),
  ]
  const blocks = paragraphs.map((paragraph) =>
    paragraph === linkHere && link
      ? linked(link, mail.link === '' ? '' : t(labels[mail.link]), t)
      : lines(paragraph, kind !== '' && kind !== 'message'),
  )
  // A message has its own first line; other emails show their subject as a heading.
  const heading = kind === '' || kind === 'message' ? undefined : subject
  const content = html`${heading && html`<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:700">${heading}</h1>\n`}${blocks}
${button && buttonTo(button.href, button.label)}`
  const foot =
    kind !== '' &&
    html`<p style="margin:0 0 8px">${reason}</p>
<p style="margin:0"><a class="quiet" href="${url}/me" style="${quiet}">${t('Notification settings')}</a> &nbsp;·&nbsp; <a class="quiet" href="${unsubscribe}" style="${quiet}">${t('Stop these emails')}</a></p>`
  return {
    id,
    companyId,
    from: company,
    to: address,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: sheet({ company, subject, content, foot }, t),
    ...(kind === '' ? {} : { unsubscribe }),
  }
}

const quiet = 'color:#5c645f;text-decoration:underline'

/** A paragraph with line breaks; the lines of a list are spaced apart. The text's own script sets its direction. */
function lines(paragraph: string, isList: boolean): Html {
  const parts = paragraph.split('\n').map(unbrokenDates)
  if (isList) return html`${parts.map((part) => html`<p dir="auto" style="margin:0 0 10px">${part}</p>\n`)}`
  const broken = parts.map((part, index) => (index === 0 ? part : html`<br>\n${part}`))
  return html`<p dir="auto" style="margin:0 0 16px">${broken}</p>\n`
}

/** A line in which dates do not wrap. */
function unbrokenDates(line: string): Html {
  const parts = line.split(/(\d{4}-\d{2}-\d{2})/)
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<span style="white-space:nowrap">${part}</span>` : part))}`
}

function buttonTo(href: string, label: string): Html {
  return html`<p style="margin:24px 0 12px"><a href="${href}" class="button" style="display:inline-block;padding:13px 22px;border-radius:10px;background:#0b6b4f;color:#ffffff;font-weight:600;text-decoration:none">${label}</a></p>\n`
}

function linked(link: string, label: string, t: Translate): Html {
  return html`${buttonTo(link, label)}<p class="quiet" style="margin:0 0 20px;color:#5c645f;font-size:14px">${t('Or copy this address into your browser:')}<br>${link}</p>\n`
}

// Every mail client understands inline styles; the style sheet only adds dark mode and a narrow layout for phones.
const styles = new Html(`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .sheet { padding: 24px 20px 14px !important; } .edge { padding: 24px 12px !important; } }
@media (prefers-color-scheme: dark) {
  .page { background: #101413 !important; color: #eef2ef !important; }
  .sheet { background: #1a1f1d !important; border-color: #2e3532 !important; color: #eef2ef !important; }
  .quiet { color: #a4aea8 !important; }
  .button { background: #3cb98c !important; color: #05130d !important; }
}
</style>`)

const font = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"

function sheet(parts: { company: string; subject: string; content: Html; foot: Html | false }, t: Translate): string {
  const { company, subject, content, foot } = parts
  return html`<!doctype html>
<html lang="${codeOf(t)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${styles}</head>
<body class="page" style="margin:0;padding:0;background:#f5f5f3">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="page edge" align="center" style="padding:32px 16px;background:#f5f5f3;color:#161a18;font:16px/1.5 ${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:start;overflow-wrap:anywhere;word-break:break-word">
<tr><td style="padding:0 4px 14px;font:600 15px/1.4 ${font}"><span dir="auto">${company}</span></td></tr>
<tr><td class="sheet" style="padding:32px 32px 20px;background:#ffffff;border:1px solid #dfe2de;border-radius:14px;color:#161a18;font:16px/1.5 ${font}">
${content}</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;color:#5c645f;font:13px/1.5 ${font}">
${foot || html`<p style="margin:0">${t('Sent by {company} with Clockhouse.', { company })}</p>`}</td></tr>
</table>
</td></tr></table>
</body></html>
`.text
}
