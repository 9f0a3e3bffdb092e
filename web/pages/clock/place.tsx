import { MapPin } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../api/records.ts'
import { Problem } from '../../api/request.ts'
import { type Me, useMe } from '../../api/start.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { deviceWord } from './act.ts'

type Question = { must: boolean; answer: (yes: boolean) => void }

const patienceMilliseconds = 10_000
const freshMilliseconds = 30_000

/**
 * Where somebody is at a punch, if the company wants to know and the person agrees. `dialog` belongs on the page: it is
 * how the person is asked, once.
 */
export function usePlace() {
  const me = useMe()
  const [question, setQuestion] = useState<Question>()
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

  /** Before clocking in: asks what has to be asked. Gives the place where clocking in needs one, or throws Problem. */
  const before = async (): Promise<Item | undefined> => {
    if (wish === 'off') return undefined
    const must = wish === 'must'
    const known = remembered(me)
    const agreed = known === 'yes' || (known === undefined || must ? await ask(must) : false)
    if (!must) return undefined
    const sample = agreed ? await sampleNow().catch(() => undefined) : undefined
    if (sample) return sample
    throw new Problem(
      0,
      agreed
        ? `Your ${deviceWord()} did not tell where you are. Turn location on for this page in its settings and try again.`
        : 'Your company needs to know where you clock in. Without that, ask your manager to clock you in.',
    )
  }

  /** After a punch: where it was made. Never in the way of anything. */
  const after = async (): Promise<Item | undefined> =>
    wish !== 'off' && remembered(me) === 'yes' ? sampleNow().catch(() => undefined) : undefined

  const dialog = question && <AskForPlace company={me.company.name} {...question} />
  return { before, after, dialog }
}

function AskForPlace({ company, must, answer }: Question & { company: string }) {
  return (
    <Dialog
      title="Share where you are?"
      size="small"
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)}>Not now</Button>
          <Button kind="primary" icon={<MapPin size={18} aria-hidden="true" />} onClick={() => answer(true)}>
            Share location
          </Button>
        </>
      }
    >
      <div className="clock-ask">
        <p>
          {company} would like to know where you are when you clock in and out. Only at that moment, never in between.
        </p>
        <p className="quiet">
          {must
            ? 'Your company asks everybody for it: clocking in does not work without.'
            : 'You can clock in either way.'}{' '}
          Your browser may ask you once more.
        </p>
      </div>
    </Dialog>
  )
}

function wishOf(me: Me): 'off' | 'may' | 'must' {
  const { installed, location_tracking, mandatory_location_services } = me.settings.mobile_app_settings ?? {}
  if (Number(installed ?? 0) !== 1) return 'off'
  if (Number(mandatory_location_services ?? 0) === 1) return 'must'
  return (location_tracking ?? 'off') === 'off' ? 'off' : 'may'
}

function sampleNow(): Promise<Item> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error('this browser knows no places'))
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
  return `location ${company.id}.${user.id}`
}

function remembered(me: Me): string | undefined {
  return localStorage.getItem(nameOf(me)) ?? undefined
}

function remember(me: Me, yes: boolean): void {
  localStorage.setItem(nameOf(me), yes ? 'yes' : 'no')
}
