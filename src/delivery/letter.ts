import { html } from '../oauth/html.ts'
import { type LinkKind, linkHere } from '../resources/mails.ts'
import type { Letter } from '../world.ts'

/** What stands on the button of a link. */
const labels: Record<LinkKind, string> = { invitation: 'Set your password', reset: 'Choose a new password' }

/** A stored mail as it goes out, in the company's name: plain text, and the same as HTML that needs nothing from outside. */
export function letterOf(
  mail: { company: string; address: string; subject: string; text: string; link: LinkKind | '' },
  id: string,
  link: string | undefined,
): Letter {
  const { company, address, subject } = mail
  const paragraphs = mail.text.split('\n\n')
  const label = mail.link === '' ? '' : labels[mail.link]
  const blocks = paragraphs.map((paragraph) =>
    paragraph === linkHere && link
      ? html`<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#0b6b4f;color:#ffffff;font-weight:600;text-decoration:none">${label}</a></p>
<p style="color:#5c645f;font-size:14px">Or copy this address into your browser:<br>${link}</p>`
      : html`<p>${paragraph}</p>`,
  )
  return {
    id,
    from: company,
    to: address,
    subject,
    text: `${paragraphs.map((paragraph) => (paragraph === linkHere && link ? link : paragraph)).join('\n\n')}\n\n-- \n${company}\n`,
    html: html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#161a18;background:#ffffff">
<div style="max-width:520px;margin:0 auto;overflow-wrap:anywhere">
${blocks}
<p style="margin-top:32px;padding-top:12px;border-top:1px solid #dfe2de;color:#5c645f;font-size:14px">${company}</p>
</div></body></html>
`.text,
  }
}
