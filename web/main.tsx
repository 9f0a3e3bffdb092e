import './stay.ts'
import './style/tokens.css'
import './style/base.css'
import './style/parts.css'
import './style/forced_colors.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { followBrowser } from './api/connection.ts'
import { queries } from './api/queries.ts'
import { tellSignedIn } from './api/session.ts'
import { WithMe } from './api/start.ts'
import { MissingCode } from './components/dialogs/code.ts'
import { ignoreSecondPresses } from './components/fields/second_press.ts'
import { Notice, Skeleton } from './components/page/page.tsx'
import { followInstall } from './install.ts'
import { loadLanguage, t } from './language.ts'
import { own, pathOf, prefix } from './own_address.ts'
import { loadPageAt } from './pages/index.ts'
import { Shell } from './shell.tsx'

followInstall()
tellSignedIn()
loadPageAt(pathOf())
// Time zones are computed with Temporal, which not every phone supports yet.
await Promise.all([loadLanguage(), 'Temporal' in globalThis || import('temporal-polyfill/global').catch(missing)])

followBrowser()
ignoreSecondPresses()
createRoot(document.getElementById('root')!, { onCaughtError: sayUnlessMissing }).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <WithMe waiting={<Waiting />} failed={<Unreachable />}>
        <Router base={prefix}>
          <Shell />
        </Router>
      </WithMe>
    </QueryClientProvider>
  </StrictMode>,
)
addEventListener('focusin', () => void import('./components/fields/keep_focus.ts').catch(() => {}), { once: true })

/** What hears of a script that did not arrive says so, and loads the page again (public/theme.js). */
function missing(error: unknown): never {
  document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'))
  throw error
}

/** A part without its code says so on the page. */
function sayUnlessMissing(error: unknown): void {
  if (!(error instanceof MissingCode)) console.error(error)
}

function Waiting() {
  return (
    <>
      <div className="bar">
        <span className="brand">
          <img src={own('/assets/clockhouse.svg')} alt="" width="28" height="28" />
        </span>
      </div>
      <main className="page">
        <Skeleton lines={4} height={72} />
      </main>
    </>
  )
}

function Unreachable() {
  return (
    <main className="page">
      <Notice kind="bad" title={t('Can’t reach Clockhouse.')}>
        {t('Check your connection. This page loads by itself. If the problem persists, contact your administrator.')}
      </Notice>
    </main>
  )
}
