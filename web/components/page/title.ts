import { own } from '../../own_address.ts'

let page = ''
let unread = 0
let timer = ''

/** Sets the window title to the page's name. */
export function setTitle(title: string): void {
  page = title
  write()
}

/** Shows the number of unread messages in the window title and on the app icon badge, if supported. */
export function setUnread(count: number): void {
  if (count === unread) return
  unread = count
  write()
  void navigator.setAppBadge?.(count).catch(() => {})
}

/** Shows how long the person has been on the clock, `2:05`, in the window title and by the icon; '' while off the clock. */
export function setTimer(text: string): void {
  if (text === timer) return
  timer = text
  write()
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = own(text === '' ? '/assets/clockhouse.svg' : '/on_clock.svg')
}

function write(): void {
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${timer && `${timer} · `}${page} · Clockhouse`
}
