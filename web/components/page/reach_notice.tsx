import { Link } from 'wouter'
import { isThisComputer } from '../../../src/rules/text/this_computer.ts'
import { t } from '../../language.ts'
import { Notice } from './page.tsx'
import { rich } from './rich.tsx'

/** A warning about a link that other devices cannot open, and where that is changed. */
export function ReachNotice({ link }: { link: string }) {
  const { host, hostname } = new URL(link)
  if (!isThisComputer(hostname)) return null
  return (
    <Notice kind="warn" title={t('Works only on this computer.')}>
      {rich(
        t(
          'On a phone or another computer, {address} doesn’t lead here. <a>Make Clockhouse reachable</a> first, then create a new link.',
          { address: host },
        ),
        { a: (text) => <Link href="/welcome/reach">{text}</Link> },
      )}
    </Notice>
  )
}
