import { useEffect } from 'react'
import { useMe } from '../../api/start.ts'
import { useEntries } from '../../pages/clock/entries.ts'
import { instant } from '../../time.ts'
import { setTimer } from '../page/title.ts'
import { useMinute } from './now.ts'

/** Keeps the window's title and icon up to date while the person is on the clock. */
export default function Running() {
  const me = useMe()
  const running = useEntries().data?.findLast(({ end }) => end === '')
  const minutes = Math.floor((useMinute() - (running ? instant(running.start) / 1e6 : 0)) / 60)
  const hidden = me.isOn('general', 'hide_working_time')
  const text = running
    ? hidden
      ? '●'
      : `${Math.floor(Math.max(0, minutes) / 60)}:${String(Math.max(0, minutes) % 60).padStart(2, '0')}`
    : ''
  useEffect(() => setTimer(text), [text])
  return null
}
