import type { RefObject } from 'react'
import { useMe } from '../../api/start.ts'
import { t } from '../../language.ts'

/** The element of a map, with the map's attribution below it. */
export function Frame({
  label,
  box,
  failed,
  small,
}: {
  label: string
  box: RefObject<HTMLDivElement | null>
  failed: boolean
  small: boolean
}) {
  const { credits } = useMe().map!
  return (
    <div className="map">
      {/* The library makes it focusable; the arrow keys then move the map. */}
      <div ref={box} className={`map-box${small ? ' small' : ''}`} role="application" aria-label={label} />
      <p className="map-credits">
        <span role="status">{failed && t('Parts of the map did not load.')}</span>
        <span>
          {credits.map(({ text, href }) =>
            href ? (
              <a key={text} href={href} target="_blank" rel="noreferrer">
                {text}
              </a>
            ) : (
              text
            ),
          )}
        </span>
      </p>
    </div>
  )
}
