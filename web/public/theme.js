// Applies the theme chosen on this device before anything is drawn. The policy of the page forbids scripts inside it.
{
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.media = meta.media.includes(theme) ? 'all' : 'not all'
  }
}
