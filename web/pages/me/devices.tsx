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

/** The device that was tested, which may be forgotten by then, and how that went. */
type Tested = { device: Device; isHere: boolean; result: Outcome }

/** Notifications on this device: allowing them, and every device that somebody gets them on. */
export function Devices() {
  const devices = useAnswer('setup', devicesPath)
  const here = useHere()
  const allow = useChange(() => allowHere(here.owner))
  const press = () =>
    allow.mutate(undefined, {
      onSuccess: () => toast('Notifications come to this device from now on.'),
      onSettled: here.look,
    })
  const [tested, setTested] = useState<Tested>()
  const list = devices.data?.devices ?? []
  // Forgotten by the server, it gets nothing: it must be allowed anew.
  const isOn = here.state === 'on' && (!devices.data || list.some(({ id }) => id === here.id))
  return (
    <Card title="Notifications on this device">
      <p className="quiet">Messages, reminders and answers reach you here even when Clockhouse is closed.</p>
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
          <Standing state={here.state} />
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

/** How things stand on this device; looked at again when the permission is changed in the browser. */
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

function Standing({ state }: { state: DeviceState | undefined }) {
  if (state === 'unsupported' && !isSecureContext)
    return (
      <Notice title="Notifications need a safe connection.">
        Open Clockhouse by an address that begins with https. An administrator can set that up.
      </Notice>
    )
  if (state === 'unsupported')
    return (
      <Notice title="This browser cannot show notifications.">
        Use a current Chrome, Edge, Firefox or Safari, and no private window.
      </Notice>
    )
  if (state === 'install')
    return (
      <Notice title="Add Clockhouse to the home screen first.">
        In Safari press Share, then “Add to Home Screen”. Open Clockhouse from there and come back to this page.
      </Notice>
    )
  if (state === 'blocked')
    return (
      <Notice kind="warn" title="The browser blocks notifications of Clockhouse.">
        Press the sign left of the address at the top, and allow notifications there. On a phone they are in the
        settings of the browser, under notifications.
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
        <strong>{title}</strong> {isHere && <span className="badge good">this device</span>}{' '}
        {last_outcome === 'failed' && <span className="badge bad">the last one failed</span>}
        <p className="quiet">
          added {momentText(created)} · {last_sent ? `last sent ${momentText(last_sent)}` : 'nothing sent yet'}
          {host && ` · by ${host}`}
        </p>
      </div>
      <div className="actions">
        <Button aria-label={`Send a test to ${title}`} busy={test.isPending} onClick={run}>
          Send a test
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
              <Button onClick={() => setSure(false)}>Keep it</Button>
              <Button
                kind="danger"
                busy={remove.isPending}
                onClick={() =>
                  remove.mutate(undefined, {
                    onSuccess: () => toast(isHere ? 'Notifications are off on this device.' : `${title} is removed.`),
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
            <p>Messages stay in the app, under the bell. You can allow notifications here again at any time.</p>
          ) : (
            <p>
              Nothing is sent there any more. When you open Clockhouse on it again it comes back; to stop that, turn
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
      <Notice kind="good" title={isHere ? 'The test is sent.' : `The test is sent to ${name}.`}>
        It appears {there} in a moment. If it does not, look whether the device lets the browser show notifications, and
        whether it is set to disturb nobody.
      </Notice>
    )
  const isGone = status === 404 || status === 410
  return (
    <Notice
      kind="bad"
      title={`The test ${isHere ? '' : `to ${name} `}was not sent. ${sentence(error || 'The push service did not take it')}`}
    >
      {isGone
        ? `The device is taken off the list. Allow notifications ${there} again.`
        : `Try again in a few minutes. If it stays like this, turn notifications off ${there} and allow them again.`}
    </Notice>
  )
}
