import { Sections } from '../../components/listing/sections.tsx'
import { t } from '../../language.ts'

/** The two views of paid time off. */
export function PtoSections() {
  return (
    <Sections
      label={t('Time off settings')}
      sections={[
        { href: '/pto', name: t('Policies') },
        { href: '/pto/balances', name: t('Balances') },
      ]}
    />
  )
}
