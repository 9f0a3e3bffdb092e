import { ButtonLink } from './components/page/button.tsx'
import { Empty, Page } from './components/page/page.tsx'
import { t } from './language.ts'

/** Says that there is no page at this address. */
export default function NotHere() {
  return (
    <Page title={t('Page not found')}>
      <Empty
        title={t('This page doesn’t exist or you don’t have access')}
        action={
          <ButtonLink kind="primary" href="/">
            {t('Go to Today')}
          </ButtonLink>
        }
      >
        {t('The link may be outdated. If you expected something here, ask an administrator.')}
      </Empty>
    </Page>
  )
}
