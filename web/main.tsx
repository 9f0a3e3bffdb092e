import './stay.ts'
import './style/tokens.css'
import './style/base.css'
import './style/parts.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followBrowser } from './api/connection.ts'
import { queries } from './api/queries.ts'
import { WithMe } from './api/start.ts'
import { Notice, Skeleton } from './components/page.tsx'
import { Shell } from './shell.tsx'

// Time zones are computed with Temporal, which not every phone has yet.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

followBrowser()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <WithMe waiting={<Waiting />} failed={<Unreachable />}>
        <Shell />
      </WithMe>
    </QueryClientProvider>
  </StrictMode>,
)

function Waiting() {
  return (
    <>
      <div className="bar" />
      <main className="page">
        <Skeleton lines={4} height={72} />
      </main>
    </>
  )
}

function Unreachable() {
  return (
    <main className="page">
      <Notice kind="bad" title="Can’t reach Clockhouse.">
        Check your connection and <a href={location.href}>try again</a>. If the problem persists, contact your
        administrator.
      </Notice>
    </main>
  )
}
