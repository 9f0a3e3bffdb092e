import type { ReactNode } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { Sections } from '../../components/listing/sections.tsx'
import { Page } from '../../components/page/page.tsx'
import { t } from '../../language.ts'

const sections = [
  { href: '/developers', name: msg('Applications') },
  { href: '/developers/tokens', name: msg('Tokens') },
  { href: '/developers/webhooks', name: msg('Webhooks') },
  { href: '/developers/reference', name: msg('Reference') },
]

/** The frame of the developer pages. */
export function DevelopersPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Page
      title={t('API')}
      about={t('Connect your own and third-party apps through the QuickBooks Time–compatible API.')}
      actions={actions}
    >
      <Sections label={t('Developer pages')} sections={sections.map(({ href, name }) => ({ href, name: t(name) }))} />
      {children}
    </Page>
  )
}
