import { BellRing } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { allowHere, type Device, type DeviceState, deviceState, devicesPath, stopHere } from '../../api/device.ts'
import { ownerOf, watchDevice } from '../../api/device_owner.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded, Notice } from '../../components/page/page.tsx'
import { sentence } from '../../components/page/refusals.ts'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'

type Outcome = AnswerOf<'POST /api/console/devices/{id}/test'>

/** The device that was tested, which may have been removed since, and the result. */
type Tested = { device: Device; isHere: boolean; result: Outcome }

/** Notifications on this device, and the list of all devices the person gets them on. */
export function Devices() {
  const devices = useAnswer('setup', devicesPath)
  const here = useHere()
  const allow = useChange(() => allowHere(here.owner))
  const press = () =>
    allow.mutate(undefined, {
      onSuccess: () => toast(t('Notifications are on for this device.')),
      onSettled: here.look,
    })
  const [tested, setTested] = useState<Tested>()
  const list = devices.data?.devices ?? []
  // The server has removed this device, so it gets nothing until it is allowed again.
  const isOn = here.state === 'on' && (!devices.data || list.some(({ id }) => id === here.id))
  return (
    <Card title={t('Notifications on this device')}>
      <p className="quiet">{t('Get messages, reminders, and decisions here even when Clockhouse is closed.')}</p>
      <div className="form" aria-live="polite">
        {here.state === 'off' || (here.state === 'on' && !isOn) ? (
          <div>
            <Button
              kind="primary"
              icon={<BellRing size={18} aria-hidden="true" />}
              busy={allow.isPending}
              onClick={press}
            >
              {t('Allow notifications on this device')}
            </Button>
          </div>
        ) : (
          <DeviceNotice state={here.state} />
        )}
        {allow.error && here.state !== 'blocked' && <Notice kind="bad">{allow.error.message}</Notice>}
      </div>
      <Loaded of={devices}>
        {({ devices }) =>
          devices.length > 0 && (
            <>
              <h3>{t('Your devices')}</h3>
              <ul className="rows" aria-label={t('Your devices')}>
                {devices.map((device) => (
                  <Row
                    key={device.id}
                    device={device}
                    isHere={here.state === 'on' && device.id === here.id}
                    onGone={here.look}
                    onTested={setTested}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <div role="status">{tested && <TestOutcome {...tested} />}</div>
    </Card>
  )
}

/** The state of notifications on this device; checked again when the browser's permission changes. */
function useHere() {
  const owner = ownerOf(useMe())
  const [found, setFound] = useState<{ state?: DeviceState; id?: number }>({})
  const look = useCallback(() => void deviceState(owner).then(setFound, toastError), [owner])
  useEffect(() => {
    look()
    const stop = watchDevice(look)
    let status: PermissionStatus | undefined
    navigator.permissions?.query({ name: 'notifications' }).then(
      (given) => {
        status = given
        status.addEventListener('change', look)
      },
      () => {},
    )
    return () => {
      stop()
      status?.removeEventListener('change', look)
    }
  }, [look])
  return { owner, look, ...found }
}

function DeviceNotice({ state }: { state: DeviceState | undefined }) {
  if (state === 'unsupported' && !isSecureContext)
    return (
      <Notice title={t('Notifications need a secure connection.')}>
        {t('Open Clockhouse at an address that starts with https. An administrator can set that up.')}
      </Notice>
    )
  if (state === 'unsupported')
    return (
      <Notice title={t('This browser doesn’t support notifications.')}>
        {t('Use a current version of Chrome, Edge, Firefox, or Safari, outside of a private window.')}
      </Notice>
    )
  if (state === 'install')
    return (
      <Notice title={t('Add Clockhouse to your home screen first.')}>
        {t('In Safari, tap Share, then “Add to Home Screen”. Open Clockhouse from there and come back to this page.')}
      </Notice>
    )
  if (state === 'blocked')
    return (
      <Notice kind="warn" title={t('Your browser blocks notifications from Clockhouse.')}>
        {t(
          'Click the icon to the left of the address bar and allow notifications. On a phone, look under Notifications in the browser’s settings.',
        )}
      </Notice>
    )
  return null
}

function Row({
  device,
  isHere,
  onGone,
  onTested,
}: {
  device: Device
  isHere: boolean
  onGone: () => void
  onTested: (tested: Tested | undefined) => void
}) {
  const { id, name, host, created, last_sent, last_outcome } = device
  const test = useChange(() => ask('POST', `${devicesPath}/{id}/test`, { params: { id } }))
  const remove = (): Promise<unknown> =>
    isHere ? stopHere() : ask('DELETE', `${devicesPath}/{id}`, { params: { id } })
  const [sure, setSure] = useState(false)
  const title = name || t('A browser')
  const run = () => {
    onTested(undefined)
    test.mutate(undefined, { onSuccess: (result) => onTested({ device, isHere, result }), onError: toastError })
  }
  return (
    <li>
      <div>
        <strong>{title}</strong> {isHere && <span className="badge good">{t('This device')}</span>}{' '}
        {last_outcome === 'failed' && <span className="badge bad">{t('Last one failed')}</span>}
        <p className="quiet">
          {[
            t('Added {when}', { when: momentText(created) }),
            last_sent ? t('last sent {when}', { when: momentText(last_sent) }) : t('nothing sent yet'),
            host && t('via {host}', { host }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="actions">
        <Button aria-label={t('Send test to {device}', { device: title })} busy={test.isPending} onClick={run}>
          {t('Send test')}
        </Button>
        <Button
          aria-label={isHere ? t('Turn off on this device') : t('Remove {name}', { name: title })}
          onClick={() => setSure(true)}
        >
          {isHere ? t('Turn off') : t('Remove')}
        </Button>
      </div>
      {sure && (
        <Confirm
          title={isHere ? t('Turn off notifications here?') : t('Remove {name}?', { name: title })}
          action={isHere ? t('Turn off') : t('Remove')}
          run={remove}
          onClose={() => setSure(false)}
          onDone={() => {
            setSure(false)
            onGone()
            toast(isHere ? t('Notifications are off for this device.') : t('{name} removed.', { name: title }))
          }}
        >
          <p>
            {isHere
              ? t('Messages stay in the app, under the bell. You can turn notifications on again at any time.')
              : t(
                  'It gets no more notifications until you open Clockhouse on it again. To stop them for good, turn notifications off on the device itself.',
                )}
          </p>
        </Confirm>
      )}
    </li>
  )
}

function TestOutcome({ device: { name }, isHere, result: { outcome, status, error } }: Tested) {
  if (outcome === 'sent')
    return (
      <Notice kind="good" title={isHere ? t('Test sent.') : t('Test sent to {device}.', { device: name })}>
        {isHere
          ? t(
              'It appears here in a moment. If it doesn’t, check that the device lets the browser show notifications and that Do Not Disturb is off.',
            )
          : t(
              'It appears there in a moment. If it doesn’t, check that the device lets the browser show notifications and that Do Not Disturb is off.',
            )}
      </Notice>
    )
  const isGone = status === 404 || status === 410
  const failure = isHere ? t('Test not sent.') : t('Test to {device} not sent.', { device: name })
  return (
    <Notice kind="bad" title={`${failure} ${error ? sentence(error) : t('The push service rejected it.')}`}>
      {isGone ? allowAgain(isHere) : tryLater(isHere)}
    </Notice>
  )
}

function allowAgain(isHere: boolean): string {
  return isHere
    ? t('The device was removed from the list. Allow notifications here again.')
    : t('The device was removed from the list. Allow notifications there again.')
}

function tryLater(isHere: boolean): string {
  return isHere
    ? t('Try again in a few minutes. If it keeps failing, turn notifications off here and on again.')
    : t('Try again in a few minutes. If it keeps failing, turn notifications off there and on again.')
}
