import type { ReactNode } from 'react'
import { Page } from '../../components/page.tsx'
import { Sections } from '../../components/sections.tsx'

const sections = [
  { href: '/developers', name: 'Applications' },
  { href: '/developers/tokens', name: 'Tokens' },
  { href: '/developers/reference', name: 'Reference' },
]

/** The frame of the developer pages. */
export function DevelopersPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Page
      title="API"
      about="Connect your own and third-party apps through the QuickBooks Time–compatible API."
      actions={actions}
      wide
    >
      <Sections label="Developer pages" sections={sections} />
      {children}
    </Page>
  )
}
