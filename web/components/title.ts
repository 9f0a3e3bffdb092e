let page = ''
let unread = 0

/** Names the page in the window's title. */
export function setTitle(title: string): void {
  page = title
  write()
}

/** Puts before it how many messages wait to be read, and on the app's icon where there is one. */
export function setUnread(count: number): void {
  if (count === unread) return
  unread = count
  write()
  void navigator.setAppBadge?.(count).catch(() => {})
}

function write(): void {
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${page} · Clockhouse`
}
