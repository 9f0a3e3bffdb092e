import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Shifts, their templates and calendar feeds. */
export const schedule = {
  too_many_templates: {
    text: 'a company can have at most {max} shift templates',
    shown: msg('A company can have at most {max} shift templates'),
  },
  no_such_template: { text: 'there is no shift template {id}', shown: msg('This template no longer exists') },
  template_name_taken: {
    field: 'name',
    text: 'there is already a shift template {name}',
    shown: msg('{field}: there is already a template called {name}'),
  },
  required_unless_all_day: {
    text: 'required, unless it is all day',
    shown: msg('{field} is required, unless the shift lasts all day'),
  },
  no_such_calendar: {
    field: 'schedule_calendar_id',
    text: 'there is no calendar {id}',
    shown: msg('This calendar no longer exists'),
  },
  team_events_unknown: { field: 'team_events', text: '{field} must be instance or base', shown: false },
  too_many_events: { field: 'ids', text: '{field} must stand for at most {max} events', shown: false },
  no_such_feed: { text: 'there is no calendar at this address; it may have been replaced', shown: false },
  request_from_elsewhere: {
    text: 'the company does not allow requests from this address',
    shown: msg('Your company does not allow access from this network'),
  },
  not_your_absent_event: {
    text: 'your schedule permissions do not cover an event with that id',
    shown: msg('You may not change this shift'),
  },
  event_too_long: {
    field: 'end',
    text: '{field} must be at most 31 days after start',
    shown: msg('A shift can’t be longer than 31 days'),
  },
} as const satisfies Record<string, Entry>
