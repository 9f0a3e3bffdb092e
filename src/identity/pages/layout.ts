import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { codeOf, type Translate } from '../../rules/language/messages.ts'
import { type Html, html } from './html.ts'

/** The style sheet of all pages, and its address, which changes with its content. */
export const stylesheet = readFileSync(new URL('./pages.css', import.meta.url), 'utf8')
const stylesheetPath = `/assets/pages.css?v=${versionOf(stylesheet)}`

/** The script that signs in with a passkey. */
export const passkeyScript = readFileSync(new URL('./passkey.js', import.meta.url), 'utf8')
/** The script's address, which changes with its content. */
export const passkeyScriptPath = `/assets/passkey.js?v=${versionOf(passkeyScript)}`

/** The script that guesses values on the first visit. */
export const guessScript = readFileSync(new URL('./guess.js', import.meta.url), 'utf8')
/** The script's address, which changes with its content. */
export const guessScriptPath = `/assets/guess.js?v=${versionOf(guessScript)}`

/** The address a form posts to, and its CSRF token. */
export interface Form {
  readonly action: string
  readonly token: string
}

/** What was wrong with a posted form, and the values to fill in again. */
export interface Retry {
  readonly problem?: string | undefined
  /** What is wrong with single fields, by their names. */
  readonly problems?: Readonly<Record<string, string>>
  readonly values?: Record<string, string | undefined>
  /** New recovery codes, to be shown only this once. */
  readonly codes?: readonly string[]
}

/** A complete HTML page, in the language of `t`. */
export function page(title: string, content: Html, t: Translate, scriptPath?: string): string {
  return html`<!doctype html>
<html lang="${codeOf(t)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Clockhouse</title>
<link rel="stylesheet" href="${stylesheetPath}">
<link rel="icon" href="/assets/clockhouse.svg" type="image/svg+xml">
${scriptPath && html`<script src="${scriptPath}" defer${isShaping(scriptPath) && html` blocking="render"`}></script>`}
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

/** Whether a script changes what is shown at first, so that nothing is drawn before. */
function isShaping(scriptPath: string): boolean {
  return scriptPath === guessScriptPath
}

/** The product's logo. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b4f"/><g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><circle cx="16" cy="16" r="8.6"/><path d="M16 11v5.2l3.4 2"/></g></svg>`

/** The hidden fields of a form: its token, and its intent. */
export function hidden(form: Form, intent?: string): Html {
  return html`<input type="hidden" name="token" value="${form.token}">${intent && html`<input type="hidden" name="intent" value="${intent}">`}`
}

/** A question below a form, with a button that switches to another form. */
export function switchForm(form: Form, intent: string, question: string, answer: string): Html {
  return html`<form method="post" action="${form.action}" class="small">${hidden(form)}${question}
    <button class="link" name="intent" value="${intent}">${answer}</button></form>`
}

/** The problem with the form that was just posted. */
export function alert(problem: string | undefined): Html | undefined {
  return problem ? html`<p class="alert" role="alert">${problem}</p>` : undefined
}

/** A field with its label. */
export function field(given: {
  name: string
  label: string
  type?: string
  value?: string | undefined
  hint?: string
  autocomplete: string
  /** Turns off capitalization, autocorrect and spell checking. */
  plain?: boolean
  /** Six digits. */
  digits?: boolean
  minlength?: number
  /** The script's message if it is empty, shorter than `minlength`, or not of its type. */
  missing?: string
  short?: string
  mistyped?: string
  /** What is wrong with the value. */
  problem?: string | undefined
}): Html {
  const { name, hint, problem, missing, short, mistyped } = given
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return html`<div class="field"><label for="${name}">${given.label}</label>
    <input id="${name}" name="${name}" type="${given.type ?? 'text'}" value="${given.value ?? ''}" required autocomplete="${given.autocomplete}"${
      given.plain && html` autocapitalize="none" autocorrect="off" spellcheck="false"`
    }${given.digits && html` inputmode="numeric" maxlength="7"`}${given.minlength && html` minlength="${given.minlength}"`}${missing && html` data-missing="${missing}"`}${short && html` data-short="${short}"`}${mistyped && html` data-mistyped="${mistyped}"`}${described && html` aria-describedby="${described}"`}${problem && html` aria-invalid="true" autofocus`}>
    ${hint && html`<small id="${name}-hint">${hint}</small>`}${problemOf(name, problem)}</div>`
}

/** What is wrong with a field, below it. */
export function problemOf(name: string, problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<small id="${name}-problem" class="problem">${problem}</small>`
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
