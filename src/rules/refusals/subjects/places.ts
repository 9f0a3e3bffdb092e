import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Locations, fences and geolocations. */
export const places = {
  type_needed: { field: 'type', text: '{field} is required with type_ids', shown: false },
  no_such_location: { text: 'there is no location {id}', shown: msg('This location no longer exists') },
  location_archived: { text: 'location {id} is archived', shown: msg('This location was archived') },
  location_without_fence: { text: 'location {id} has no fence', shown: msg('This location has no geofence') },
  reporting_place_not_allowed: { field: 'user_id', text: 'you may not report where this user was', shown: false },
  place_too_far_in_time: { field: 'created', text: '{field} must be between 1970 and a day from now', shown: false },
  not_an_object_of_jobcodes: { text: '{field} must be an object with the property jobcodes', shown: false },
  location_change_needs_restoring: {
    field: 'active',
    text: 'the location is archived and can be changed only when the same item restores it',
    shown: msg('The location is archived. Restore it first'),
  },
  address_missing: {
    text: 'one of addr1, addr2, city, state, zip and country is required',
    shown: msg('Enter at least one part of the address'),
  },
  too_many_locations: {
    field: 'linked_objects',
    text: 'the jobcode {name} already has {max} locations',
    shown: msg('The job {name} already has {max} locations'),
  },
  archived_location_with_links: {
    field: 'linked_objects',
    text: 'an archived location cannot have links',
    shown: msg('An archived location can’t have jobs'),
  },
} as const satisfies Record<string, Entry>
