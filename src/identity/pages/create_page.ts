import { usualBreaks } from '../../company/breaks.ts'
import { type Customs, countries, countryOfZone, currencies, customsOf } from '../../rules/countries.ts'
import { catalog } from '../../rules/settings.ts'
import { cityOf, offsetText } from '../../rules/zone_names.ts'
import type { Guess } from '../guesses.ts'
import { type Html, html } from './html.ts'
import { alert, type Form, field, guessScriptPath, hidden, page, problemOf, type Retry, switchForm } from './layout.ts'

type Options = Retry & Guess & { first: boolean }

/**
 * Creates a company with its first administrator: on first start, and for `display_mode=create`. A script replaces the
 * guesses by what the browser knows.
 */
export function createPage(form: Form, options: Options): string {
  const { values = {}, problem, problems = {}, first } = options
  return page(
    first ? 'Welcome to Clockhouse' : 'Create a company',
    html`<p class="lead">${first ? 'Set up your company and the first administrator.' : 'You will be its first administrator.'}</p>
      ${alert(problem)}
      <form method="post" action="${form.action}"${options.values === undefined && html` data-guess`}>
        ${hidden(form, 'create')}
        ${field({ name: 'company_name', label: 'Company name', value: values.company_name, autocomplete: 'organization', problem: problems.company_name })}
        ${placeFields(options)}
        <div class="pair">
          ${field({ name: 'first_name', label: 'First name', value: values.first_name, autocomplete: 'given-name', problem: problems.first_name })}
          ${field({ name: 'last_name', label: 'Last name', value: values.last_name, autocomplete: 'family-name', problem: problems.last_name })}
        </div>
        ${field({ name: 'email', label: 'Email', type: 'email', value: values.email, autocomplete: 'email', problem: problems.email })}
        ${field({ name: 'username', label: 'Username', value: values.username, autocomplete: 'username', plain: true, problem: problems.username })}
        ${field({ name: 'password', label: 'Password', type: 'password', hint: 'At least 10 characters', autocomplete: 'new-password', minlength: 10, problem: problems.password })}
        <fieldset class="checks"><legend>Breaks</legend>
          ${usualBreaks.map(({ name }, index) => html`<label><input type="checkbox" name="break_${index}" value="yes"${checked(values, index) && html` checked`}> ${name}</label>`)}</fieldset>
        <button class="primary">Create company</button>
      </form>
      ${!first && switchForm(form, 'show-sign-in', 'Already have an account?', 'Sign in')}`,
    guessScriptPath,
  )
}

/** Where the company is, and what follows from it. */
function placeFields({ values = {}, problems = {}, country: guessed, zone, zones }: Options): Html {
  const country = values.country ?? guessed
  return html`<div class="field"><label for="country">Country</label>
      <select id="country" name="country" autocomplete="country"><option value="">Choose a country</option>${countryOptions(country)}</select>
      <small>Decides the suggestions below, and which public holidays you are offered.</small></div>
    <div class="field"><label for="tz">Time zone</label>
      <input id="tz" name="tz" list="zones" value="${values.tz ?? zone}" required autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" aria-describedby="${problems.tz && 'tz-problem '}tz-hint"${problems.tz && html` aria-invalid="true"`}>
      ${problemOf('tz', problems.tz)}<small id="tz-hint">Type a city to find it. Days and overtime are counted in this zone.</small>
      <small id="tz-now" role="status"></small>
      <datalist id="zones">${zones.map(({ name, offset }) => html`<option value="${name}" data-zone-country="${countryOfZone(name) ?? ''}">${cityOf(name)}, ${offsetText(offset)}</option>`)}</datalist></div>
    <div class="pair">
      ${select('week_start', 'Week starts on', values, words('week_start'))}
      ${select('time_format', 'Clock', values, words('time_format'))}
    </div>
    ${select(
      'currency',
      'Currency',
      values,
      currencies.map((code) => [code, currencyName(code)]),
    )}`
}

function select(
  name: string,
  label: string,
  values: Record<string, string | undefined>,
  choices: readonly (readonly [value: string, text: string])[],
): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
    <select id="${name}" name="${name}"><option value="">Usual in the country</option>${choices.map(
      ([value, text]) => html`<option value="${value}"${value === values[name] && html` selected`}>${text}</option>`,
    )}</select></div>`
}

function words(key: 'week_start' | 'time_format'): [string, string][] {
  return Object.entries(catalog.general[key].words ?? {})
}

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' })

function currencyName(code: string): string {
  return `${code}, ${currencyNames.of(code)}`
}

/** Found once, when the page is first shown. */
let customs: readonly { code: string; name: string; of: Customs }[] | undefined

function countryOptions(chosen: string): Html[] {
  customs ??= countries.map((country) => ({ ...country, of: customsOf(country.code)! }))
  return customs.map(
    ({ code, name, of }) =>
      html`<option value="${code}" data-week="${of.week_start}" data-clock="${of.time_format}" data-currency="${of.currency}"${code === chosen && html` selected`}>${name}</option>`,
  )
}

/** Breaks are checked at first; after a failed attempt, as they were chosen. */
function checked(values: Record<string, string | undefined>, index: number): boolean {
  return values.username === undefined || values[`break_${index}`] === 'yes'
}
