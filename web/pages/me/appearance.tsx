import { useState } from 'react'
import { Card } from '../../components/page.tsx'
import { Segments } from '../../components/segments.tsx'
import { setTheme, type Theme, themeHere } from '../../components/theme.ts'

/** Light or dark, on this device. */
export function Appearance() {
  const [theme, set] = useState(themeHere)
  return (
    <Card title="Appearance">
      <p className="quiet">Applies to this device only.</p>
      <Segments<Theme>
        label="Theme"
        value={theme}
        options={[
          { value: 'system', text: 'Same as system' },
          { value: 'light', text: 'Light' },
          { value: 'dark', text: 'Dark' },
        ]}
        onChange={(to) => {
          setTheme(to)
          set(to)
        }}
      />
    </Card>
  )
}
