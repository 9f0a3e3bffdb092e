import './reports.css'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { msg } from '../../../src/rules/language/messages.ts'
import { filtersSet, readView } from '../../../src/rules/reports/view.ts'
import { useMe } from '../../api/start.ts'
import { Sections } from '../../components/listing/sections.tsx'
import { Button } from '../../components/page/button.tsx'
import { Page } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { rangeText } from '../../time.ts'
import { useFilters } from './filters.tsx'

const sections = [
  // `/reports/hours` is the same page, to which saved reports lead.
  { href: '/reports', name: msg('Hours') },
  { href: '/reports/payroll', name: msg('Payroll') },
  { href: '/reports/people', name: msg('By person') },
  { href: '/reports/projects', name: msg('Projects') },
  { href: '/reports/files', name: msg('Files') },
]

/** The frame of every report. Filters carry over from report to report. */
export function ReportsPage({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  const me = useMe()
  const [location] = useLocation()
  const { filters, search, question } = useFilters()
  const shown = sections.filter(({ href }) => !me.inspects || href !== '/reports/projects')
  const here = sections.find(({ href }) => href === location.replace(/\/hours$/, ''))
  const set = filtersSet(readView(search)).length
  return (
    <Page
      title={t('Reports')}
      actions={
        <>
          {actions}
          <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => print()}>
            {t('Print')}
          </Button>
        </>
      }
    >
      <Sections label={t('Reports')} sections={shown.map(({ href, name }) => ({ href, name: t(name), question }))} />
      <p className="reports-paper">
        {[
          me.company.name,
          here && t(here.name),
          location !== '/reports/projects' && rangeText(filters.start, filters.end),
          set > 0 && t('Filters ({count})', { count: set }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {children}
    </Page>
  )
}
