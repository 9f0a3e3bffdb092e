import { focusNear } from './focus_near.ts'

/** Where something was: in this element, before this child of it, if that is still there. */
type Place = { parent: Element; before: Node | null }

/** Within these, what follows or precedes takes the focus, or their heading. */
const regions = 'section, article, form, fieldset, li, tr, dialog, main, .menu, .payrun-panel'
/** Nothing outside of these is near to what was inside. */
const roots = '#main, dialog, .menu'
const rows = 'li, tr, article'
const buttons = 'a[href], button:enabled, summary, [tabindex="0"]'
const fields = 'input:enabled, select:enabled, textarea:enabled'
const keys = ['Enter', ' ', 'Escape', 'Delete', 'Backspace']

keepFocus()

/**
 * Keeps the focus on the page when what was pressed goes away, or is disabled until the server has
 * answered: to the same control once it is enabled, to what took its place, to what is beside it, or to the heading of its
 * part of the page. Code that knows a better place moves the focus there first.
 */
function keepFocus(): void {
  let last = document.activeElement ?? undefined
  let place: Place | undefined
  let beforeToasts: Element | undefined
  let [isPressed, wasDisabled, isAsked] = [last !== document.body, false, false]

  const press = () => {
    isPressed = document.activeElement !== document.body
  }
  const forget = () => {
    isPressed = false
  }
  const check = () => {
    isAsked = false
    if (!isPressed || !last) return
    // Browsers take the focus from what is disabled only later.
    const isDisabled = last.matches(':disabled')
    if (document.activeElement !== document.body && !(isDisabled && document.activeElement === last)) return
    if (isDisabled) {
      if (isBusy(last)) return
      place ??= placeOf(last)
    } else if (!isGone(last)) {
      if (wasDisabled) take(last)
      return
    }
    const inside = place?.parent.closest(roots)
    if (place && inside?.isConnected && takeNear(place)) return
    focusNear(last.closest('.toasts') ? (beforeToasts ?? null) : null)
  }

  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    if (target.closest('.toasts') && !last?.closest('.toasts')) beforeToasts = last
    last = target
    place = undefined
    wasDisabled = false
  })
  for (const type of ['click', 'submit']) addEventListener(type, press, true)
  addEventListener('keydown', ({ key }) => (keys.includes(key) ? press() : forget()), true)
  // What scrolls out of a long list goes away, too.
  for (const type of ['wheel', 'touchmove', 'pointerdown'])
    addEventListener(type, forget, { capture: true, passive: true })

  new MutationObserver((records) => {
    if (!isPressed || !last) return
    if (last.matches(':disabled')) wasDisabled = true
    if (!last.isConnected && !place?.parent.isConnected) place = placeLeft(last, records) ?? place
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(check)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'aria-busy', 'hidden'] })
}

/** Whether an answer is awaited that will enable it again. */
function isBusy(one: Element): boolean {
  return (one.closest(`${regions}, .actions`) ?? document).querySelector('[aria-busy="true"]') !== null
}

function isGone(one: Element): boolean {
  return !one.isConnected || one.checkVisibility?.() === false
}

function placeOf(one: Element): Place | undefined {
  return one.parentElement ? { parent: one.parentElement, before: one.nextSibling } : undefined
}

/** Where something was that these changes have removed. */
function placeLeft(gone: Node, records: readonly MutationRecord[]): Place | undefined {
  const record = records.find(({ removedNodes }) => [...removedNodes].some((one) => one.contains(gone)))
  if (!record) return undefined
  const { target, nextSibling, previousSibling } = record
  if (!target.isConnected) return placeLeft(target, records)
  if (!(target instanceof Element)) return undefined
  // What has taken its place stands after what preceded it.
  const after = previousSibling?.parentNode === target ? previousSibling.nextSibling : target.firstChild
  return { parent: target, before: after ?? nextSibling }
}

/** Moves the focus to what is near a place; false if there is nothing. */
function takeNear({ parent, before }: Place): boolean {
  for (const one of beside(parent, before)) if (take(one)) return true
  if (parent.matches(regions)) {
    for (const heading of parent.querySelectorAll('h1, h2, h3')) if (take(heading)) return true
    if (parent.matches(rows) && take(parent)) return true
  }
  const outer = placeOf(parent)
  return outer && !parent.matches(roots) ? takeNear(outer) : false
}

/** What follows in an element, then what precedes: rows of a list as a whole, otherwise controls. */
function* beside(parent: Element, before: Node | null): Generator<Element> {
  if (parent.matches(roots)) return
  const children = [...parent.children]
  const at = children.findIndex(
    (one) => before && (one === before || before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING),
  )
  const middle = at < 0 ? children.length : at
  const wanted = matchMedia('(pointer: coarse)').matches ? buttons : `${buttons}, ${fields}`
  for (const child of [...children.slice(middle), ...children.slice(0, middle).toReversed()]) {
    if (child.matches(`${wanted}, ${rows}`)) yield child
    else if (!child.matches('section, dialog')) yield* child.querySelectorAll(wanted)
  }
}

/** Whether the focus is there now. It scrolls only for those who see where it is. */
function take(one: Element): boolean {
  if (!(one instanceof HTMLElement)) return false
  if (one.tabIndex < 0 && !one.hasAttribute('tabindex')) one.tabIndex = -1
  one.focus({ preventScroll: true })
  if (document.activeElement !== one) return false
  if (one.matches(':focus-visible')) one.scrollIntoView({ block: 'nearest' })
  return true
}
