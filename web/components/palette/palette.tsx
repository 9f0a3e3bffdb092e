import { useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '../../language.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { SearchList } from '../listing/search_list.tsx'
import { type Target, useTargets } from './targets.ts'

/**
 * A search for actions, pages, settings, people and jobs that opens the chosen one. `onClock` clocks the person in or
 * out.
 */
export default function Palette({ onClose, onClock }: { onClose: () => void; onClock: () => void }) {
  const [, navigate] = useLocation()
  const [words, setWords] = useState('')
  const { groups, loaded } = useTargets(words)
  const none = loaded ? t('Nothing matches “{words}”.', { words: words.trim() }) : t('Loading')
  const open = ({ href }: Target) => {
    onClose()
    if (href === undefined) return onClock()
    // The page replaces the dialog's history entry.
    navigate(href, { replace: true, state: { moved: true } })
  }
  return (
    <Dialog title={t('Go to')} onClose={onClose}>
      <SearchList
        groups={groups.map(({ label, targets }) => ({ label, lines: targets }))}
        words={words}
        label={t('Search pages, settings, people, and jobs')}
        hint={t('Pages, settings, people, jobs…')}
        listLabel={t('Found')}
        onPhones
        status={groups.length === 0 ? none : ''}
        onWords={setWords}
        onChoose={open}
      />
    </Dialog>
  )
}
