import { BellRing } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { allowHere, type Device, type DeviceState, deviceState, devicesPath, stopHere } from '../../api/device.ts'
import { ownerOf, watchDevice } from '../../api/device_owner.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask, sentence } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Card, Loaded, Notice } from '../../components/page.tsx'
import { toast, toastError } from '../../components/toast.ts'
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
      onSuccess: () => toast('Notifications are on for this device.'),
      onSettled: here.look,
    })
  const [tested, setTested] = useState<Tested>()
  const list = devices.data?.devices ?? []
  // The server has removed this device, so it gets nothing until it is allowed again.
  const isOn = here.state === 'on' && (!devices.data || list.some(({ id }) => id === here.id))
  return (
    <Card title="Notifications on this device">
      <p className="quiet">Get messages, reminders, and decisions here even when Clockhouse is closed.</p>
      <div className="form" aria-live="polite">
        {here.state === 'off' || (here.state === 'on' && !isOn) ? (
          <div>
            <Button
              kind="primary"
              icon={<BellRing size={18} aria-hidden="true" />}
              busy={allow.isPending}
              onClick={press}
            >
              Allow notifications on this device
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
              <h3>Your devices</h3>
              <ul className="rows" aria-label="Your devices">
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
      <Notice title="Notifications need a secure connection.">
        Open Clockhouse at an address that starts with https. An administrator can set that up.
      </Notice>
    )
  if (state === 'unsupported')
    return (
      <Notice title="This browser doesn’t support notifications.">
        Use a current version of Chrome, Edge, Firefox, or Safari, outside of a private window.
      </Notice>
    )
  if (state === 'install')
    return (
      <Notice title="Add Clockhouse to your home screen first.">
        In Safari, tap Share, then “Add to Home Screen”. Open Clockhouse from there and come back to this page.
      </Notice>
    )
  if (state === 'blocked')
    return (
      <Notice kind="warn" title="Your browser blocks notifications from Clockhouse.">
        Click the icon to the left of the address bar and allow notifications. On a phone, look under Notifications in
        the browser’s settings.
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
  const remove = useChange<void, unknown>(() =>
    isHere ? stopHere() : ask('DELETE', `${devicesPath}/{id}`, { params: { id } }),
  )
  const [sure, setSure] = useState(false)
  const title = name || 'A browser'
  const run = () => {
    onTested(undefined)
    test.mutate(undefined, { onSuccess: (result) => onTested({ device, isHere, result }), onError: toastError })
  }
  return (
    <li>
      <div>
        <strong>{title}</strong> {isHere && <span className="badge good">This device</span>}{' '}
        {last_outcome === 'failed' && <span className="badge bad">Last one failed</span>}
        <p className="quiet">
          Added {momentText(created)} · {last_sent ? `last sent ${momentText(last_sent)}` : 'nothing sent yet'}
          {host && ` · via ${host}`}
        </p>
      </div>
      <div className="actions">
        <Button aria-label={`Send test to ${title}`} busy={test.isPending} onClick={run}>
          Send test
        </Button>
        <Button aria-label={isHere ? 'Turn off on this device' : `Remove ${title}`} onClick={() => setSure(true)}>
          {isHere ? 'Turn off' : 'Remove'}
        </Button>
      </div>
      {sure && (
        <Dialog
          title={isHere ? 'Turn off notifications here?' : `Remove ${title}?`}
          size="small"
          onClose={() => setSure(false)}
          footer={
            <>
              <Button onClick={() => setSure(false)}>Cancel</Button>
              <Button
                kind="danger"
                busy={remove.isPending}
                onClick={() =>
                  remove.mutate(undefined, {
                    onSuccess: () => toast(isHere ? 'Notifications are off for this device.' : `${title} removed.`),
                    onError: toastError,
                    onSettled: () => {
                      setSure(false)
                      onGone()
                    },
                  })
                }
              >
                {isHere ? 'Turn off' : 'Remove'}
              </Button>
            </>
          }
        >
          {isHere ? (
            <p>Messages stay in the app, under the bell. You can turn notifications on again at any time.</p>
          ) : (
            <p>
              It gets no more notifications until you open Clockhouse on it again. To stop them for good, turn
              notifications off on the device itself.
            </p>
          )}
        </Dialog>
      )}
    </li>
  )
}

function TestOutcome({ device: { name }, isHere, result: { outcome, status, error } }: Tested) {
  const there = isHere ? 'here' : 'there'
  if (outcome === 'sent')
    return (
      <Notice kind="good" title={isHere ? 'Test sent.' : `Test sent to ${name}.`}>
        It appears {there} in a moment. If it doesn’t, check that the device lets the browser show notifications and
        that Do Not Disturb is off.
      </Notice>
    )
  const isGone = status === 404 || status === 410
  return (
    <Notice
      kind="bad"
      title={`Test ${isHere ? '' : `to ${name} `}not sent. ${sentence(error || 'The push service rejected it')}`}
    >
      {isGone
        ? `The device was removed from the list. Allow notifications ${there} again.`
        : `Try again in a few minutes. If it keeps failing, turn notifications off ${there} and on again.`}
    </Notice>
  )
}
