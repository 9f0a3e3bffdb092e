/** Text that is already HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * A translated text with elements in it: `rich(t('For <b>{name}</b>.', { name }), { b: (text) => html`<b>${text}</b>` })`.
 * `<b/>` stands for an element without text. Tags do not nest.
 */
export function rich(text: string, tags: Record<string, (inside: string) => Html>): Html {
  const pieces = text.split(/(<\w+\/>|<\w+>[^<]*<\/\w+>)/)
  return html`${pieces.map((piece) => {
    const [, name = '', inside = ''] = /^<(\w+)(?:\/>$|>([^<]*)<\/\1>$)/.exec(piece) ?? []
    return Object.hasOwn(tags, name) ? tags[name]!(inside) : piece
  })}`
}

type Part = Html | string | number | undefined | false | readonly Part[]

/** An HTML template. Interpolated values are escaped unless they are Html. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + (index < parts.length ? print(parts[index]) : '')).join(''))
}

function print(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(print).join('')
  return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
