import { useState } from 'react'
import type { Item } from '../../api/records.ts'
import { ApiError } from '../../api/request.ts'
import { type Me, useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { ownName } from '../../own_address.ts'
import { isPhone } from './act.ts'

/** The question whether to share the location; `must`: the company requires it to clock in. */
export type PlaceQuestion = { must: boolean; answer: (yes: boolean) => void }

const patienceMilliseconds = 10_000
const freshMilliseconds = 30_000

/**
 * The location of a punch, if the company asks for it and the person agrees. Render `question` on the page
 * (place_dialog.tsx); it is asked once.
 */
export function usePlace() {
  const me = useMe()
  const [question, setQuestion] = useState<PlaceQuestion>()
  const wish = wishOf(me)

  const ask = (must: boolean) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        setQuestion(undefined)
        remember(me, yes)
        resolve(yes)
      }
      setQuestion({ must, answer })
    })

  /** Before clocking in: asks for permission if needed. Returns the location if it is required, or throws ApiError. */
  const before = async (): Promise<Item | undefined> => {
    if (wish === 'off') return undefined
    const must = wish === 'must'
    const known = remembered(me)
    const agreed = known === 'yes' || (known === undefined || must ? await ask(must) : false)
    if (!must) return undefined
    const sample = agreed ? await sampleNow().catch(() => undefined) : undefined
    if (sample) return sample
    throw new ApiError(
      0,
      agreed
        ? notSharedText()
        : t(
            'Your company requires your location to clock in. If you can’t share it, ask your manager to clock you in.',
          ),
    )
  }

  /** After a punch: records its location. Never blocks or fails the punch. */
  const after = async (): Promise<Item | undefined> =>
    wish !== 'off' && remembered(me) === 'yes' ? sampleNow().catch(() => undefined) : undefined

  return { before, after, question }
}

function wishOf(me: Me): 'off' | 'may' | 'must' {
  const { installed, location_tracking, mandatory_location_services } = me.settings.mobile_app_settings ?? {}
  if (Number(installed ?? 0) !== 1) return 'off'
  if (Number(mandatory_location_services ?? 0) === 1) return 'must'
  return (location_tracking ?? 'off') === 'off' ? 'off' : 'may'
}

function notSharedText(): string {
  return isPhone()
    ? t('Your phone didn’t share your location. Turn on location for this page in its settings and try again.')
    : t('Your device didn’t share your location. Turn on location for this page in its settings and try again.')
}

function sampleNow(): Promise<Item> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error('this browser has no location support'))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          latitude: coords.latitude,
          longitude: coords.longitude,
          accuracy: coords.accuracy,
          altitude: coords.altitude ?? 0,
          speed: coords.speed ?? 0,
          heading: Math.round(coords.heading ?? 0),
          source: 'gps',
        }),
      reject,
      { enableHighAccuracy: true, timeout: patienceMilliseconds, maximumAge: freshMilliseconds },
    )
  })
}

function nameOf({ company, user }: Me): string {
  return ownName(`location ${company.id}.${user.id}`)
}

function remembered(me: Me): string | undefined {
  return localStorage.getItem(nameOf(me)) ?? undefined
}

function remember(me: Me, yes: boolean): void {
  localStorage.setItem(nameOf(me), yes ? 'yes' : 'no')
}
