// Fills in what the browser knows: the time zone, the country, and what is customary there; and a username. What a person
// has changed stays as it is. Says what is missing in all fields at once.
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
markAllAtOnce()

function guessZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  // Browsers name some zones by older names; both have the same rules, and the list has the current one.
  const known = [...tz.list.options].find(({ value }) => value === timeZone || sameZone(value, timeZone))
  if (known) tz.value = known.value
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

/** Browsers name only the first field that is wrong; here each field says what it needs. */
function markAllAtOnce() {
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    const wrong = [...form.elements].filter((field) => field.matches('input') && !mark(field))
    if (wrong.length === 0) return
    event.preventDefault()
    wrong[0].focus()
  })
  form.addEventListener('input', ({ target }) => {
    if (target.matches('[aria-invalid]')) mark(target)
  })
}

/** Shows what is wrong with a field below it, or takes that away. Returns whether the field is right. */
function mark(field) {
  const id = `${field.name}-problem`
  document.getElementById(id)?.remove()
  const hint = document.getElementById(`${field.name}-hint`) ? `${field.name}-hint` : ''
  const problem = problemOf(field)
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
  return validity.typeMismatch ? dataset.mistyped : undefined
}
