import { Link, useLocation } from 'wouter'
import { t } from './language.ts'
import type { PageEntry } from './pages/index.ts'

/** A link to a page in a menu. Pointing at it loads the page's code. */
export function NavLink({ page }: { page: PageEntry }) {
  const [location] = useLocation()
  const Icon = page.icon
  return (
    <Link
      href={page.path.split('/:')[0]!}
      state={{ moved: true }}
      className="nav-link"
      aria-current={isIn(page, location) ? 'page' : undefined}
      onPointerEnter={() => void page.load().catch(() => {})}
    >
      <Icon size={20} aria-hidden="true" />
      <span>{t(page.name)}</span>
    </Link>
  )
}

/** Whether a location is a page or one of its subpages. */
export function isIn(page: PageEntry, location: string): boolean {
  return location.split('/')[1] === page.path.split('/')[1]
}
