import { CalendarHeart, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useConsent } from '../../components/dialogs/consent.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { today } from '../../time.ts'
import { CalendarCard } from './calendar_card.tsx'
import { CalendarDialog } from './calendar_dialog.tsx'
import './holidays.css'
import { ImportDialog } from './import_dialog.tsx'
import type { Calendar } from './words.ts'

/** The dialog over the page: a form for an existing or new calendar, or an import into a calendar. */
type Open = { edit: Calendar | undefined } | { fill: Calendar }

/** The company's calendars of holidays. */
export default function HolidaysPage() {
  const me = useMe()
  const calendars = useAnswer('setup', '/api/console/holiday_calendars')
  const groups = useRecords('groups', { active: 'both' })
  const names = useMemo(() => new Map((groups.data ?? []).map(({ id, name }) => [id, name])), [groups.data])
  const { alter, dialog } = useConsent((day) =>
    t('{day} is already approved. Work on this day would be paid differently.', { day }),
  )
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setOpen({ edit: undefined })}>
      {t('Add a calendar')}
    </Button>
  )
  return (
    <Page
      title={t('Holidays')}
      about={t('Shown in schedules, timesheets and time off, and used for holiday pay and overtime rules.')}
      actions={add}
    >
      <Loaded of={calendars} skeleton={<Skeleton lines={5} height={64} />}>
        {({ calendars: all }) =>
          all.length === 0 ? (
            <Card>
              <Empty icon={<CalendarHeart size={40} aria-hidden="true" />} title={t('No holidays yet')} action={add}>
                {t('Add a calendar, then import the public holidays of your country or enter your own.')}
              </Empty>
            </Card>
          ) : (
            <div className="holidays-calendars">
              {all.map((calendar) => (
                <CalendarCard
                  key={calendar.id}
                  calendar={calendar}
                  all={all}
                  groups={names}
                  today={today(me.zone)}
                  alter={alter}
                  onEdit={() => setOpen({ edit: calendar })}
                  onFill={() => setOpen({ fill: calendar })}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {open && 'edit' in open && <CalendarDialog calendar={open.edit} alter={alter} onClose={close} />}
      {open && 'fill' in open && <ImportDialog calendar={open.fill} today={today(me.zone)} onClose={close} />}
      {dialog}
    </Page>
  )
}
