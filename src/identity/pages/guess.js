// Shows the form step by step. Fills in what the browser knows: the time zone, the country, and what is customary there;
// and a username. What a person has changed stays as it is. Says what is missing in all fields of a step at once.
const form = document.querySelector('form:has(#tz)')
const { country, tz, week_start: week, time_format: clock, currency } = form.elements
const changed = new Set()

for (const field of [country, tz, week, clock, currency])
  field.addEventListener('input', () => {
    changed.add(field)
    if (field === country) followCountry()
    showNow()
  })

// A city is enough.
tz.addEventListener('change', () => {
  const typed = tz.value.trim().toLowerCase().replaceAll(' ', '_')
  const named = [...tz.list.options].find(({ value }) => value.toLowerCase().split('/').at(-1) === typed)
  if (named) tz.value = named.value
  showNow()
})

if ('guess' in form.dataset) {
  guessZone()
  guessCountry()
}
followCountry()
showNow()
setInterval(showNow, 20_000)
proposeUsername()
goInSteps()

function guessZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  // Browsers name some zones by older names; both have the same rules, and the list has the current one.
  const known = [...tz.list.options].find(({ value }) => value === timeZone || sameZone(value, timeZone))
  if (known) tz.value = known.value
}

function isZone(name) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The browser resolves both names of a zone to the same one. */
function sameZone(name, other) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone === other
  } catch {
    return false
  }
}

function guessCountry() {
  const { zoneCountry } = [...tz.list.options].find(({ value }) => value === tz.value)?.dataset ?? {}
  const spoken = navigator.languages.map((language) => new Intl.Locale(language).region)
  const code = [zoneCountry, ...spoken].find((code) => code && country.querySelector(`option[value="${code}"]`))
  if (code) country.value = code
}

function followCountry() {
  const { week: weekStart, clock: hours, currency: money } = country.selectedOptions[0]?.dataset ?? {}
  for (const [field, usual] of [
    [week, weekStart],
    [clock, hours],
    [currency, money],
  ])
    if (!changed.has(field) && ('guess' in form.dataset || changed.has(country))) field.value = usual ?? ''
}

/** Shows the offset and the time of the chosen zone. */
function showNow() {
  const line = document.getElementById('tz-now')
  try {
    const parts = new Intl.DateTimeFormat(document.documentElement.lang, {
      timeZone: tz.value,
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: clock.value === '24' ? 'h23' : 'h12',
      timeZoneName: 'shortOffset',
    }).formatToParts()
    const time = parts.filter(({ type }) => type !== 'timeZoneName').map(({ value }) => value)
    const offset = parts.find(({ type }) => type === 'timeZoneName').value
    const text = line.dataset.text
      .replace('{time}', () => time.join('').trim())
      .replace('{offset}', () => offset.replace('-', '−'))
    if (line.textContent !== text) line.textContent = text
  } catch {
    line.textContent = ''
  }
}

/** Until a username is typed, it is the beginning of the email address. */
function proposeUsername() {
  const { email, username } = form.elements
  let proposed = ''
  email.addEventListener('input', () => {
    if (username.value !== proposed) return
    const [local = '', domain] = email.value.split('@')
    proposed = domain === undefined ? '' : local.toLowerCase().replaceAll(/[^\p{L}\p{N}._-]+/gu, '')
    username.value = proposed
    mark(username)
  })
}

/**
 * One step after the other. Enter continues, the browser's Back goes back, and what is wrong is said at each field: browsers
 * would name only the first one.
 */
function goInSteps() {
  const steps = [...form.querySelectorAll('.step')]
  const [back, next, end] = ['back', 'next', 'end'].map((to) => form.querySelector(`[data-to=${to}]`))
  const bar = form.querySelector('.steps-bar')
  const stepOf = (field) => steps.findIndex((step) => step.contains(field))
  let current = 0

  const show = (to, field) => {
    current = to
    for (const [place, step] of steps.entries()) step.hidden = place !== to
    back.hidden = to === 0
    next.hidden = to === steps.length - 1
    end.hidden = to < steps.length - 1
    bar.textContent = bar.dataset.text.replace('{step}', to + 1).replace('{steps}', steps.length)
    bar.style.setProperty('--done', `${((to + 1) / steps.length) * 100}%`)
    field?.focus()
  }
  // On a phone, a focused field would bring up the keyboard over the step.
  const startOf = (step) => step.querySelector(matchMedia('(pointer: coarse)').matches ? 'legend' : 'input, select')
  const go = (to) => {
    history.pushState({ step: to }, '')
    show(to, startOf(steps[to]))
  }
  const wrongIn = (part) => [...part.querySelectorAll('input')].filter((field) => !mark(field))
  const finishStep = () => {
    const [wrong] = wrongIn(steps[current])
    if (wrong) wrong.focus()
    else go(current + 1)
  }

  form.noValidate = true
  bar.hidden = false
  const refused = stepOf(form.querySelector('[aria-invalid]'))
  show(Math.max(refused, 0))
  next.addEventListener('click', finishStep)
  back.addEventListener('click', () => {
    // A page that the server sent back begins with the step that has the problem.
    if (history.state?.step === undefined) show(current - 1, startOf(steps[current - 1]))
    else history.back()
  })
  window.addEventListener('popstate', ({ state }) => {
    const to = state?.step ?? Math.max(refused, 0)
    show(to, startOf(steps[to]))
  })
  form.addEventListener('submit', (event) => {
    if (current < steps.length - 1) {
      event.preventDefault()
      finishStep()
      return
    }
    const [wrong] = wrongIn(form)
    if (!wrong && !('stays' in form.dataset)) return
    event.preventDefault()
    if (wrong) show(stepOf(wrong), wrong)
    else void send(end, (field) => show(stepOf(field), field))
  })
  form.addEventListener('input', ({ target }) => {
    if (target.matches('[aria-invalid]')) mark(target)
  })
}

/**
 * Sends the form without leaving the page, so that a refusal empties no field: the page that the server sends back does not
 * have the password. `show` shows a field.
 */
async function send(button, show) {
  button.disabled = true
  const body = new URLSearchParams(new FormData(form))
  // It follows to the page of the app, which is for those who take one.
  const headers = { accept: 'text/html' }
  const response = await fetch(form.action, { method: 'POST', body, headers }).catch(() => undefined)
  if (!response) return form.submit()
  if (response.redirected) return location.assign(response.url)
  const answer = new DOMParser().parseFromString(await response.text(), 'text/html')
  button.disabled = false
  const token = answer.querySelector('[name=token]')
  if (token) form.elements.token.value = token.value
  document.querySelector('.alert')?.remove()
  const refused = [...answer.querySelectorAll('[aria-invalid]')].map(({ name }) => form.elements[name])
  for (const field of refused) mark(field, answer.getElementById(`${field.name}-problem`).textContent)
  if (refused.length > 0) return show(refused[0])
  const alert = Object.assign(document.createElement('p'), { className: 'alert', role: 'alert' })
  form.before(alert)
  alert.textContent = answer.querySelector('.alert, main p').textContent
}

/** Shows what is wrong with a field below it, or takes that away. Returns whether the field is right. */
function mark(field, problem = problemOf(field)) {
  const id = `${field.name}-problem`
  document.getElementById(id)?.remove()
  const hint = document.getElementById(`${field.name}-hint`) ? `${field.name}-hint` : ''
  if (problem === undefined) {
    field.removeAttribute('aria-invalid')
    if (hint) field.setAttribute('aria-describedby', hint)
    else field.removeAttribute('aria-describedby')
    return true
  }
  const line = Object.assign(document.createElement('small'), { id, className: 'problem', textContent: problem })
  field.closest('.field').append(line)
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', `${id} ${hint}`.trim())
  return false
}

/** The page has the texts, in its language. */
function problemOf(field) {
  const { validity, name, dataset } = field
  if (field.required && field.value.trim() === '') return dataset.missing
  if (validity.tooShort || (name === 'password' && field.value.length < field.minLength)) return dataset.short
  return validity.typeMismatch || (field === tz && !isZone(field.value)) ? dataset.mistyped : undefined
}
