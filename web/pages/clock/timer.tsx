import { useSeconds } from '../../components/time/now.ts'
import { instant, spoken, ticking } from '../../time.ts'

/** The time since an entry started; zero while none is running. */
export function Timer({ since }: { since: string | undefined }) {
  const now = useSeconds()
  const seconds = since === undefined ? 0 : Math.max(0, now - Math.floor(instant(since) / 1e6))
  return (
    <p className="clock-timer" role="timer" aria-label={spoken(seconds)}>
      {ticking(seconds)}
    </p>
  )
}
