import { Fragment, type ReactNode } from 'react'

/**
 * A translated text with elements in it: `rich(t('Read <a>the guide</a>.'), { a: (text) => <a href="…">{text}</a> })`.
 * Each tag is named in `tags`; `<name/>` stands for an element without text. Tags do not nest.
 */
export function rich(text: string, tags: Record<string, (inside: string) => ReactNode>): ReactNode {
  const pieces = text.split(/(<\w+\/>|<(?<tag>\w+)>.*?<\/\k<tag>>)/s)
  // Every third piece is the name that the pattern caught.
  return pieces
    .filter((_, index) => index % 3 !== 2)
    .map((piece, index) => {
      const [, name = '', inside = ''] = /^<(\w+)(?:\/>$|>(.*)<\/)/s.exec(piece) ?? []
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
      return <Fragment key={index}>{tags[name] ? tags[name](inside) : piece}</Fragment>
    })
}
