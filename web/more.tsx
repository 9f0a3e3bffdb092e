import { Page } from './components/page/page.tsx'
import { t } from './language.ts'
import { NavLink } from './nav_link.tsx'
import type { PageEntry } from './pages/index.ts'

/** On phones: the pages that do not fit in the tab bar. */
export default function More({ groups }: { groups: readonly (readonly PageEntry[])[] }) {
  return (
    <Page title={t('More')}>
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <ul key={group[0]!.path} className="card link-list">
            {group.map((page) => (
              <li key={page.path}>
                <NavLink page={page} />
              </li>
            ))}
          </ul>
        ))}
    </Page>
  )
}
