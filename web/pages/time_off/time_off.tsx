import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { isDate } from '../../../src/rules/time/calendar.ts'
import { useMe } from '../../api/start.ts'
import { Sections } from '../../components/listing/sections.tsx'
import { useAnchor } from '../../components/page/anchor.ts'
import { Button } from '../../components/page/button.tsx'
import { Page } from '../../components/page/page.tsx'
import { useToday } from '../../components/time/now.ts'
import { t } from '../../language.ts'
import { Mine } from './mine.tsx'
import { RequestDialog } from './request_dialog.tsx'
import { RequestWindow } from './request_window.tsx'
import { useRequests } from './requests.ts'
import { overseesOthers } from './rights.ts'
import { Team } from './team.tsx'
import './time_off.css'
import { useWaiting, Waiting } from './waiting.tsx'

/** Time off: the user's own, requests awaiting approval, and a calendar of who is off. */
export default function TimeOffPage() {
  const me = useMe()
  const today = useToday(me.zone)
  const { part = '', date = today } = useParams<{ part?: string; date?: string }>()
  const [requesting, setRequesting] = useState<{ from?: string }>()
  const [opened, setOpened] = useState<number>()
  const [, navigate] = useLocation()
  useAnchor('request', true, () => setRequesting({}))
  const oversees = overseesOthers(me)
  const shown = oversees && (part === 'waiting' || part === 'calendar') ? part : 'mine'
  const { data: own } = useRequests({ user_ids: me.user.id }, { enabled: shown === 'mine' })
  return (
    <Page
      title={t('Time off')}
      actions={
        <Button
          kind="primary"
          icon={<Plus size={18} aria-hidden="true" />}
          disabled={shown === 'mine' && own === undefined}
          onClick={() => setRequesting(shown === 'calendar' ? { from: date } : {})}
        >
          {shown === 'mine' ? t('Request time off') : t('Add time off')}
        </Button>
      }
    >
      {oversees && <Parts />}
      {shown === 'mine' && <Mine today={today} onRequest={() => setRequesting({})} />}
      {shown === 'waiting' && <Waiting today={today} />}
      {shown === 'calendar' && (
        <Team
          date={isDate(date) ? date : today}
          today={today}
          onMove={(to) => navigate(`/time_off/calendar/${to}`, { replace: true })}
          onOpen={setOpened}
        />
      )}
      {requesting && <RequestDialog today={today} {...requesting} onClose={() => setRequesting(undefined)} />}
      {opened !== undefined && <RequestWindow id={opened} today={today} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

function Parts() {
  const { data } = useWaiting()
  const count = new Set(data?.map(({ time_off_request_id }) => time_off_request_id)).size
  return (
    <Sections
      label={t('Time off views')}
      sections={[
        { href: '/time_off', name: t('Mine') },
        { href: '/time_off/waiting', name: count > 0 ? t('Pending ({count})', { count }) : t('Pending') },
        { href: '/time_off/calendar', name: t('Calendar') },
      ]}
    />
  )
}
