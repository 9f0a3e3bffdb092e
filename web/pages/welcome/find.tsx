import { useMemo, useState } from 'react'
import { FindField, FoundList } from '../../components/finding/find_field.tsx'
import { findIn } from '../../components/finding/finding.ts'
import { useMenuPages } from '../../components/finding/menu_pages.ts'
import { t } from '../../language.ts'
import { findablePages, findableSettings } from '../settings/findables.ts'

/** Finds pages and settings, for what is not a step of the setup. */
export function FindAnything() {
  const [words, setWords] = useState('')
  const pages = useMenuPages()
  const all = useMemo(() => [...findableSettings({ for: 'company' }), ...findablePages(pages)], [pages])
  const found = useMemo(() => findIn(all, words), [all, words])
  return (
    <div className="welcome-find">
      <FindField label={t('Find a setting or a page')} words={words} found={found} onChange={setWords} />
      {words.trim() !== '' && <FoundList label={t('Found')} found={found} onOpen={() => setWords('')} />}
    </div>
  )
}
