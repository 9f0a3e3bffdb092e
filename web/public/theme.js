// What happens before the app is there. Applies the theme chosen on this device before anything is drawn. The policy of the page forbids scripts inside it.
{
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.media = meta.media.includes(theme) ? 'all' : 'not all'
  }
}

// The app may not arrive although its page did. Says so then, and tries again by itself, less and less often.
{
  const sentences = {
    en: 'Can’t reach Clockhouse.',
    de: 'Clockhouse ist nicht erreichbar.',
    es: 'No se puede conectar con Clockhouse.',
    fr: 'Clockhouse est injoignable.',
  }
  const longestPause = 60_000
  const pauseKey = 'pause before the app is loaded again'

  /** Runs after a while, once someone can see it. */
  const later = (pause, run) =>
    setTimeout(() => {
      if (document.visibilityState === 'visible') run()
      else document.addEventListener('visibilitychange', run, { once: true })
    }, pause)

  const sayMissing = () => {
    const language = (localStorage.getItem('language') || navigator.language).slice(0, 2)
    const notice = document.createElement('p')
    notice.role = 'alert'
    notice.textContent = sentences[language] ?? sentences.en
    document.getElementById('root').append(notice)
  }

  /** Loads the page again once its script is there: without a network, the browser would show its own page, for good. */
  const loadAgain = (script, pause) =>
    later(pause, async () => {
      const isThere = await fetch(script, { cache: 'no-cache' }).then(
        ({ ok }) => ok,
        () => false,
      )
      const next = Math.min(2 * pause, longestPause)
      sessionStorage.setItem(pauseKey, next)
      if (isThere) location.reload()
      else loadAgain(script, next)
    })

  const loadStyleAgain = (link, pause) =>
    later(pause, () => {
      const again = link.cloneNode()
      again.addEventListener('error', () => loadStyleAgain(again, Math.min(2 * pause, longestPause)))
      link.replaceWith(again)
    })

  let isMissing = false
  const hear = ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && !target.dataset.again) {
      target.dataset.again = 'true'
      loadStyleAgain(target, 2000)
    }
    if (!(target instanceof HTMLScriptElement) || isMissing) return
    isMissing = true
    sayMissing()
    loadAgain(target.src, Number(sessionStorage.getItem(pauseKey)) || 2000)
  }
  // Errors of elements do not bubble.
  addEventListener('error', hear, true)
  addEventListener('load', () => {
    if (!isMissing) sessionStorage.removeItem(pauseKey)
  })
}
