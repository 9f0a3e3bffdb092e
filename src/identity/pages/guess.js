// Fills in what the browser knows: the time zone, the country, and what is customary there. What a person has changed
// stays as it is.
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
