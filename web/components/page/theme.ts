/** The app's theme on this device: follow the system, or always light or dark. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'

/** The theme chosen on this device. */
export function themeHere(): Theme {
  const theme = localStorage.getItem(key)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Changes the theme on this device. `public/theme.js` applies it when the app opens. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') {
    localStorage.removeItem(key)
    delete dataset.theme
  } else {
    localStorage.setItem(key, theme)
    dataset.theme = theme
  }
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const of = meta.content === '#ffffff' ? 'light' : 'dark'
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : theme === of ? 'all' : 'not all'
  }
}
