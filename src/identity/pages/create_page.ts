import { usualBreaks } from '../../company/breaks/breaks.ts'
import { languages } from '../../rules/language/languages.ts'
import { codeOf, type Translate } from '../../rules/language/messages.ts'
import { passwordMin } from '../../rules/people/passwords.ts'
import { type Customs, countries, countryOfZone, currencies, customsOf } from '../../rules/settings/countries.ts'
import { catalog } from '../../rules/settings/settings.ts'
import { cityOf, offsetText } from '../../rules/time/zone_names.ts'
import type { Guess } from '../guesses.ts'
import { type Html, html } from './html.ts'
import { alert, type Form, field, guessScriptPath, hidden, page, problemOf, type Retry, switchForm } from './layout.ts'

/** `first` on first start; then `askCode` asks for the code that the terminal shows. */
type Options = Retry & Guess & { first: boolean; askCode?: boolean }

/**
 * Creates a company with its first administrator: on first start, and for `display_mode=create`. A script shows the form
 * in three steps, and replaces the guesses with information from the browser.
 */
export function createPage(form: Form, options: Options, t: Translate): string {
  const { values = {}, problem, problems = {}, first, askCode } = options
  return page(
    first ? t('Welcome to Clockhouse') : t('Create a company'),
    html`<p class="lead">${first ? t('Set up your company and the first administrator.') : t('You will be its first administrator.')}</p>
      ${alert(problem)}
      <form method="post" action="${form.action}"${options.values === undefined && html` data-guess`}${first && html` data-stays`}>
        ${hidden(form, 'create')}
        ${stepsBar(t)}
        ${step(
          t('Your company'),
          html`${askCode && field({ name: 'setup_code', label: t('Setup code'), missing: t('Enter the setup code.'), hint: t('The server shows it in its terminal or log when it starts.'), value: values.setup_code, autocomplete: 'off', plain: true, problem: problems.setup_code })}
          ${field({ name: 'company_name', label: t('Company name'), missing: t('Enter a company name.'), value: values.company_name, autocomplete: 'organization', problem: problems.company_name })}
          ${countryField(options, t)}`,
        )}
        ${step(
          t('How you work'),
          html`${customsFields(options, t)}
          <fieldset class="checks"><legend>${t('Breaks')}</legend>
          ${usualBreaks.map(({ name }, index) => html`<label><input type="checkbox" name="break_${index}" value="yes"${checked(values, index) && html` checked`}> ${t(name)}</label>`)}</fieldset>`,
        )}
        ${step(t('About you'), personFields(options, t))}
        <div class="step-buttons">
          <button type="button" data-to="back" hidden>${t('Back')}</button>
          <button type="button" class="primary" data-to="next" hidden>${t('Continue')}</button>
          <button class="primary" data-to="end">${t('Create company')}</button>
        </div>
      </form>
      ${!first && switchForm(form, 'show-sign-in', t('Already have an account?'), t('Sign in'))}`,
    t,
    guessScriptPath,
  )
}

/** Says which of the steps is shown; without script, all of them are. */
function stepsBar(t: Translate): Html {
  const place = { step: '{step}', steps: '{steps}' }
  return html`<p class="steps-bar" role="status" data-text="${t('Step {step} of {steps}', place)}" hidden></p>`
}

/** Fields that the script shows without those of the other steps. */
function step(title: string, fields: Html): Html {
  return html`<fieldset class="step"><legend tabindex="-1">${title}</legend>
    ${fields}</fieldset>`
}

function countryField({ values = {}, country: guessed }: Options, t: Translate): Html {
  return html`<div class="field"><label for="country">${t('Country')}</label>
      <select id="country" name="country" autocomplete="country"><option value="">${t('Choose a country')}</option>${countryOptions(values.country ?? guessed, t)}</select>
      <small>${t('Decides what is suggested next, and which public holidays you are offered.')}</small></div>`
}

/** The time zone, and the settings derived from the country. */
function customsFields({ values = {}, problems = {}, zone, zones }: Options, t: Translate): Html {
  return html`<div class="field"><label for="tz">${t('Time zone')}</label>
      <input id="tz" name="tz" list="zones" value="${values.tz ?? zone}" required data-missing="${t('Enter a time zone.')}" data-mistyped="${t('Choose a time zone from the list.')}" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" aria-describedby="${problems.tz && 'tz-problem '}tz-hint"${problems.tz && html` aria-invalid="true"`}>
      ${problemOf('tz', problems.tz)}<small id="tz-hint">${t('Type a city to find it. Days and overtime are counted in this zone.')}</small>
      <small id="tz-now" role="status" data-text="${t('{time} there now, {offset}', nowThere)}"></small>
      <datalist id="zones">${zones.map(({ name, offset, called }) => html`<option value="${name}" data-zone-country="${countryOfZone(name) ?? ''}">${cityOf(name)}, ${offsetText(offset)}, ${called}</option>`)}</datalist></div>
    <div class="pair">
      ${select('week_start', t('Week starts on'), values, words('week_start', t), t('Country default'))}
      ${select('time_format', t('Time format'), values, words('time_format', t), t('Country default'))}
    </div>
    ${select(
      'currency',
      t('Currency'),
      values,
      currencies.map((code) => [code, currencyName(code, t)]),
      t('Country default'),
    )}
    ${select(
      'language',
      t('Language'),
      { language: values.language ?? (codeOf(t) === 'en' ? '' : codeOf(t)) },
      languages.map(({ code, name }) => [code, name]),
      t('Each person’s browser language'),
    )}`
}

/** The first administrator. */
function personFields({ values = {}, problems = {} }: Options, t: Translate): Html {
  return html`<div class="pair">
      ${field({ name: 'first_name', label: t('First name'), missing: t('Enter a first name.'), value: values.first_name, autocomplete: 'given-name', problem: problems.first_name })}
      ${field({ name: 'last_name', label: t('Last name'), missing: t('Enter a last name.'), value: values.last_name, autocomplete: 'family-name', problem: problems.last_name })}
    </div>
    ${field({ name: 'email', label: t('Email'), missing: t('Enter an email.'), mistyped: t('Enter a complete email address, such as ana@example.com.'), type: 'email', value: values.email, autocomplete: 'email', problem: problems.email })}
    ${field({ name: 'username', label: t('Username'), missing: t('Enter a username.'), value: values.username, autocomplete: 'username', plain: true, problem: problems.username })}
    ${field({ name: 'password', label: t('Password'), missing: t('Enter a password.'), short: t('The password must have at least {count} characters.', { count: passwordMin }), type: 'password', hint: t('At least 10 characters'), autocomplete: 'new-password', minlength: passwordMin, problem: problems.password })}`
}

function select(
  name: string,
  label: string,
  values: Record<string, string | undefined>,
  choices: readonly (readonly [value: string, text: string])[],
  none: string,
): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
    <select id="${name}" name="${name}"><option value="">${none}</option>${choices.map(
      ([value, text]) => html`<option value="${value}"${value === values[name] && html` selected`}>${text}</option>`,
    )}</select></div>`
}

function words(key: 'week_start' | 'time_format', t: Translate): [string, string][] {
  return Object.entries(catalog.general[key].words ?? {}).map(([value, word]) => [value, t(word)])
}

/** The script fills in the time and the offset from UTC. */
const nowThere = { time: '{time}', offset: '{offset}' }

function currencyName(code: string, t: Translate): string {
  return `${code}, ${placesIn(t).currencies.of(code)}`
}

type Places = {
  currencies: Intl.DisplayNames
  countries: readonly { code: string; name: string; of: Customs }[]
}

/** Names in each language, found once, when the page is first shown in it. */
const places = new Map<string, Places>()

function placesIn({ locale = 'en-US' }: Translate): Places {
  const known = places.get(locale)
  if (known) return known
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const made: Places = {
    currencies: new Intl.DisplayNames(locale, { type: 'currency' }),
    countries: countries
      .map(({ code }) => ({ code, name: names.of(code)!, of: customsOf(code)! }))
      .sort((one, other) => one.name.localeCompare(other.name, locale)),
  }
  places.set(locale, made)
  return made
}

function countryOptions(chosen: string, t: Translate): Html[] {
  return placesIn(t).countries.map(
    ({ code, name, of }) =>
      html`<option value="${code}" data-week="${of.week_start}" data-clock="${of.time_format}" data-currency="${of.currency}"${code === chosen && html` selected`}>${name}</option>`,
  )
}

/** Breaks are checked at first; after a failed attempt, they stay as chosen. */
function checked(values: Record<string, string | undefined>, index: number): boolean {
  return values.username === undefined || values[`break_${index}`] === 'yes'
}
