import './reports.css'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Page } from '../../components/page.tsx'
import { Sections } from '../../components/sections.tsx'
import { useFilters } from './filters.tsx'

const sections = [
  { href: '/reports/hours', name: 'Hours' },
  { href: '/reports', name: 'By job' },
  { href: '/reports/payroll', name: 'Payroll' },
  { href: '/reports/people', name: 'By person' },
  { href: '/reports/projects', name: 'Projects' },
  { href: '/reports/files', name: 'Files' },
]

/** The frame of every report. Filters carry over from report to report. */
export function ReportsPage({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  const { question } = useFilters()
  return (
    <Page
      title="Reports"
      actions={
        <>
          {actions}
          <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <Sections label="Reports" sections={sections.map(({ href, name }) => ({ href, name, question }))} />
      {children}
    </Page>
  )
}
