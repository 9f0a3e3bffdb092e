import { ArrowUpRight } from 'lucide-react'
import { Link } from 'wouter'
import { useMe } from '../../api/start.ts'
import { useMenuPages } from '../../components/finding/menu_pages.ts'
import { Card } from '../../components/page/page.tsx'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import type { Scope, SettingsForm } from './form.ts'
import { addressOf, type Section, topics } from './sections.ts'
import { followsOf } from './what_follows.ts'

type Props = { scope: Scope; sections: readonly Section[]; form: SettingsForm }

/** All sections by topic, each with what follows from it, and the pages that belong to a topic. */
export function Overview({ scope, sections, form }: Props) {
  const pages = useMenuPages()
  const { company } = useMe()
  const hours = useHours()
  const known = new Map(sections.map((section) => [section.id, section]))
  return (
    <div className="settings-topics">
      {topics.map(({ title, sections, pages: beside }) => {
        const shown = sections.flatMap((id) => known.get(id) ?? [])
        const others = scope.for === 'company' ? pages.filter(({ path }) => beside.includes(path.split('/:')[0]!)) : []
        return (
          shown.length > 0 && (
            <Card key={title} title={t(title)}>
              <ul className="settings-sections">
                {shown.map(({ id, title, about }) => (
                  <li key={id}>
                    <Link href={addressOf(id)} state={{ moved: true }}>
                      <strong>{t(title)}</strong>
                      <small>{followsOf(id, form.value, { zone: company.zone, hours })[0] ?? t(about)}</small>
                    </Link>
                  </li>
                ))}
              </ul>
              {others.length > 0 && (
                <ul className="settings-beside">
                  {others.map(({ path, name }) => (
                    <li key={path}>
                      <Link href={path.split('/:')[0]!} state={{ moved: true }}>
                        {t(name)}
                        <ArrowUpRight size={16} aria-hidden="true" />
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </Card>
          )
        )
      })}
    </div>
  )
}
