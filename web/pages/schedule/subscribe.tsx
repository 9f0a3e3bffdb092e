import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Copy } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Loaded, Notice } from '../../components/page.tsx'
import { toast } from '../../components/toast.ts'
import { momentText } from '../../time.ts'

const path = '/api/console/calendar_feed'

/** A link by which the calendar of a phone or computer shows my shifts: made, copied, ended. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const feed = useAnswer('setup', path)
  const [url, setUrl] = useState<string>()
  const [ending, setEnding] = useState(false)
  const make = useChange(() => ask('POST', path))
  const end = useChange(() => ask('DELETE', path))
  const onMake = () => make.mutate(undefined, { onSuccess: (made) => setUrl(made.url) })
  const onEnd = () =>
    end.mutate(undefined, {
      onSuccess() {
        toast('The link is off. Calendars that used it get nothing any more.')
        onClose()
      },
    })
  const problem = make.error ?? end.error
  return (
    <Dialog title="Subscribe in your calendar" onClose={onClose}>
      <div className="form">
        {problem && <Notice kind="bad">{problem.message}</Notice>}
        <p>Your published shifts in the calendar of your phone or computer, always up to date. Drafts are not in it.</p>
        <Loaded of={feed}>
          {({ open, created }) =>
            url ? (
              <Made url={url} />
            ) : !open ? (
              <Button
                kind="primary"
                icon={<CalendarSync size={18} aria-hidden="true" />}
                busy={make.isPending}
                onClick={onMake}
              >
                Make a link
              </Button>
            ) : (
              <>
                <Notice title={`There is a link${created ? ` since ${momentText(created)}` : ''}.`}>
                  It was shown when it was made, and is not shown again. If you have lost it, or somebody has it who
                  should not, make a new one: the old one stops then.
                </Notice>
                <div className="actions">
                  <Button busy={make.isPending} onClick={onMake}>
                    Make a new link
                  </Button>
                  {ending ? (
                    <Button kind="danger" busy={end.isPending} onClick={onEnd}>
                      Yes, turn it off
                    </Button>
                  ) : (
                    <Button kind="quiet" onClick={() => setEnding(true)}>
                      Turn the link off
                    </Button>
                  )}
                </div>
              </>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}

function Made({ url }: { url: string }) {
  return (
    <>
      <TextField
        label="Your link"
        hint="Whoever has it sees your shifts: give it to your calendar only. It is shown only now."
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className="actions">
        <Copy text={url}>Copy the link</Copy>
        <a className="button" href={url.replace(/^https?:/, 'webcal:')}>
          Open in my calendar
        </a>
      </div>
      <p className="hint">
        Or add it by hand: in Google Calendar “Other calendars, From URL”, in Outlook “Add calendar, Subscribe from
        web”, on an iPhone “Settings, Calendar, Accounts, Add Subscribed Calendar”.
      </p>
    </>
  )
}
