let page = ''
let unread = 0

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

function write(): void {
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${page} · Clockhouse`
}
