import { useState } from 'react'
import { Segments } from '../../components/listing/segments.tsx'
import { Card } from '../../components/page/page.tsx'
import { setTheme, type Theme, themeHere } from '../../components/page/theme.ts'
import { t } from '../../language.ts'

/** Light or dark, on this device. */
export function Appearance() {
  const [theme, set] = useState(themeHere)
  return (
    <Card title={t('Appearance')}>
      <p className="quiet">{t('Applies to this device only.')}</p>
      <Segments<Theme>
        label={t('Theme')}
        value={theme}
        options={[
          { value: 'system', text: t('Same as system') },
          { value: 'light', text: t('Light') },
          { value: 'dark', text: t('Dark') },
        ]}
        onChange={(to) => {
          setTheme(to)
          set(to)
        }}
      />
    </Card>
  )
}
