import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Copy } from '../../components/page/copy.tsx'
import { Loaded, Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'

const path = '/api/console/calendar_feed'

/** A link that shows the user's shifts in a calendar app: create, copy and turn off. */
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
        toast(t('Link turned off. Calendars that used it no longer update.'))
        onClose()
      },
    })
  const problem = make.error ?? end.error
  return (
    <Dialog title={t('Subscribe in your calendar')} onClose={onClose}>
      <div className="form">
        {problem && <Notice kind="bad">{problem.message}</Notice>}
        <p>
          {t(
            'See your published shifts in the calendar on your phone or computer, always up to date. Drafts aren’t included.',
          )}
        </p>
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
                {t('Create link')}
              </Button>
            ) : (
              <>
                <Notice
                  title={
                    created
                      ? t('You have an active link, created {when}.', { when: momentText(created) })
                      : t('You have an active link.')
                  }
                >
                  {t(
                    'For security, it isn’t shown again. If you’ve lost it or it was shared by mistake, create a new one. The old link stops working.',
                  )}
                </Notice>
                <div className="actions">
                  <Button busy={make.isPending} onClick={onMake}>
                    {t('Create new link')}
                  </Button>
                  {ending ? (
                    <Button kind="danger" busy={end.isPending} onClick={onEnd}>
                      {t('Yes, turn off')}
                    </Button>
                  ) : (
                    <Button kind="quiet" onClick={() => setEnding(true)}>
                      {t('Turn off link')}
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
        label={t('Your link')}
        hint={t('Anyone with this link can see your shifts, so use it only in your calendar. It’s shown only once.')}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className="actions">
        <Copy text={url}>{t('Copy link')}</Copy>
        <a className="button" href={url.replace(/^https?:/, 'webcal:')}>
          {t('Open in calendar')}
        </a>
      </div>
      <p className="hint">
        {t(
          'Or add it manually: in Google Calendar, “Other calendars › From URL”; in Outlook, “Add calendar › Subscribe from web”; on iPhone, “Settings › Calendar › Accounts › Add Subscribed Calendar”.',
        )}
      </p>
    </>
  )
}
