import ical, { ICalCalendarMethod } from 'ical-generator'
import { loadSettings, translateFor } from '../company/settings/settings.ts'
import type { ReadContext } from '../engine/context.ts'
import { type Handle, type Row, sql } from '../engine/sql.ts'
import type { ScheduleEvent } from '../resources/schedule_events/record.ts'
import { visibleEvents } from '../resources/schedule_events/visibility.ts'
import { scheduleEvents } from '../resources/schedule_events.ts'
import { codeOf } from '../rules/language/messages.ts'
import { fullName } from '../rules/payroll_files/time.ts'
import { day, localDate } from '../rules/time/calendar.ts'

/** A feed covers the last 60 and the next 400 days, with at most this many shifts. */
const span = { before: 60 * day, after: 400 * day, most: 2000 }

/**
 * The actor's published shifts as an iCalendar (RFC 5545). Times are in UTC, so the file needs no time zone definitions;
 * an all-day shift is a calendar day. The output changes only when a shift changes.
 */
export async function calendarOf(ctx: ReadContext, handle: Handle): Promise<string> {
  const { actor, company, now } = ctx
  const { companyId, userId } = actor
  const rows = await handle.all<Row>(sql`select * from schedule_events where company_id = ${companyId}
    and user_id = ${userId} and assigned_user_ids <> '' and kind <> 'base' and active = 1 and draft = 0
    and "start" >= ${now - span.before} and "start" < ${now + span.after} and ${visibleEvents(actor)}
    order by "start", id limit ${span.most}`)
  const events = rows.map((row) => scheduleEvents.load(row))
  await company.look('users', [userId])
  await company.look(
    'jobcodes',
    events.map((event) => event.jobcode_id),
  )
  await loadSettings(company)
  const person = company.existing('users', userId)
  const t = translateFor(company, person)
  const calendar = ical({
    // The package does not escape the name.
    name: escaped(`${company.row.name}: ${fullName(person)}`),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Clockhouse', product: 'Schedule', language: codeOf(t).toUpperCase() },
    ttl: 3600,
  })
  for (const event of events) {
    const job = company.get('jobcodes', event.jobcode_id)?.name ?? ''
    const changed = new Date(event.last_modified / 1000)
    calendar.createEvent({
      id: `shift-${event.id}@${company.row.client_url}`,
      ...times(event),
      stamp: changed,
      lastModified: changed,
      summary: clean(event.title || job || t('Shift')),
      description: clean([event.title ? job : '', event.notes].filter(Boolean).join('\n')) || null,
      location: clean(event.location) || null,
    })
  }
  return calendar.toString()
}

function times({ all_day, start, end, timezone }: ScheduleEvent) {
  if (!all_day) return { start: new Date(start / 1000), end: new Date(end / 1000) }
  const midnight = (instant: number) => new Date(`${localDate(instant, timezone)}T00:00:00Z`)
  return { start: midnight(start), end: midnight(end), allDay: true }
}

/** Escapes text as required by RFC 5545, section 3.3.11. */
function escaped(text: string): string {
  return clean(text)
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** Removes control characters and normalizes line endings. */
function clean(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
}
