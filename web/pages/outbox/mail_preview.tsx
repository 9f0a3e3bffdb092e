import { useEffect, useRef } from 'react'

/**
 * Renders a mail in a shadow root. Only text markup is copied from its HTML: no scripts, images or remote content,
 * which the page's content security policy forbids as well.
 */
export function MailPreview({ html, title }: { html: string; title: string }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const wall = box.current!.shadowRoot ?? box.current!.attachShadow({ mode: 'open' })
    wall.adoptedStyleSheets = [...html.matchAll(sheets)].map(([, text]) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text!)
      return sheet
    })
    const given = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
    wall.replaceChildren(...copied(given.body))
  }, [html])
  return <article ref={box} className="outbox-preview" aria-label={title} />
}

const taken = new Set(
  'a b br code div em h1 h2 h3 hr i li ol p pre small span strong table tbody td th thead tr u ul'.split(' '),
)
const attributes = ['align', 'border', 'cellpadding', 'cellspacing', 'class', 'dir', 'lang', 'role', 'width']
const style = 'data-mail-style'

const sheets = /<style[^>]*>([^<]*)<\/style>/gi

/** The content security policy blocks inline styles in parsed HTML even off screen, so they are set through the DOM. */
function withoutStyles(html: string): string {
  return html.replaceAll(sheets, '').replaceAll(/(<[a-z][^<>]*?\s)style=/gi, `$1${style}=`)
}

function copied(of: Element): Node[] {
  return [...of.childNodes].flatMap((node) => {
    if (node instanceof Text) return [document.createTextNode(node.data)]
    if (!(node instanceof Element)) return []
    const name = node.localName
    if (name === 'style' || name === 'script') return []
    if (!taken.has(name)) return copied(node)
    return [copyOf(node, name)]
  })
}

function copyOf(node: Element, name: string): Element {
  const copy = document.createElement(name)
  for (const attribute of attributes) {
    const value = node.getAttribute(attribute)
    if (value !== null) copy.setAttribute(attribute, value)
  }
  copy.style.cssText = node.getAttribute(style) ?? ''
  const href = node.getAttribute('href')
  if (copy instanceof HTMLAnchorElement && href && /^(https?|mailto):/.test(href)) {
    copy.href = href
    copy.target = '_blank'
    copy.rel = 'noopener'
  }
  copy.append(...copied(node))
  return copy
}
