import type { ReactNode } from 'react'
import { Page } from '../../components/page.tsx'
import { Sections } from '../../components/sections.tsx'

const sections = [
  { href: '/developers', name: 'Applications' },
  { href: '/developers/tokens', name: 'Tokens' },
  { href: '/developers/reference', name: 'Reference' },
]

/** The frame of the pages for programmers. */
export function DevelopersPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Page
      title="API"
      about="Programs of yours and of others work with Clockhouse as they do with QuickBooks Time."
      actions={actions}
      wide
    >
      <Sections label="Parts of this page" sections={sections} />
      {children}
    </Page>
  )
}
