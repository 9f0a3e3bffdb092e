import { Sections } from '../../components/sections.tsx'

/** The two views of paid time off. */
export function PtoSections() {
  return (
    <Sections
      label="Time off settings"
      sections={[
        { href: '/pto', name: 'Policies' },
        { href: '/pto/balances', name: 'Balances' },
      ]}
    />
  )
}
