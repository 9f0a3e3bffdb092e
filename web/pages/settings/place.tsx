import { type ReactNode, useEffect, useRef } from 'react'
import { useAnchors } from '../../components/page/anchor.ts'
import type { Section } from './sections.ts'

const markedMilliseconds = 3000

/**
 * A section's place on the page. It keeps its unsaved changes while another section is shown. A `#` and the key of a
 * setting lead to that setting, which is marked.
 */
export function Place({ section, hidden, children }: { section: Section; hidden: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hidden || !history.state?.moved) return
    window.scrollTo(0, 0)
    box.current?.focus({ preventScroll: true })
  }, [hidden])
  useAnchors(
    (fragment) => section.settings.some(({ key }) => key === fragment),
    !hidden,
    (key) => {
      const { when } = section.settings.find((one) => one.key === key) ?? {}
      // Where it does not apply now, the setting on which that depends.
      const one = settingIn(box.current, key) ?? settingIn(box.current, when?.key)
      if (one) mark(one)
    },
  )
  return (
    <div ref={box} tabIndex={-1} data-section={section.id} hidden={hidden}>
      {children}
    </div>
  )
}

function settingIn(box: HTMLElement | null, key: string | undefined): HTMLElement | undefined {
  return [...(box?.querySelectorAll<HTMLElement>('[data-setting]') ?? [])].find(
    ({ dataset }) => dataset.setting === key,
  )
}

function mark(one: HTMLElement): void {
  one.scrollIntoView({ block: 'center' })
  one.querySelector<HTMLElement>('input, select, button')?.focus({ preventScroll: true })
  one.dataset.marked = ''
  setTimeout(() => delete one.dataset.marked, markedMilliseconds)
}
