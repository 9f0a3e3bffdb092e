import type { Entry } from '../entry.ts'

/** Imports from another server. */
export const imports = {
  property_missing: { text: '{field} is missing', shown: false },
  imported_from_elsewhere: {
    text: 'the company was imported from {address}; import from there, or into a new company',
    shown: false,
  },
  not_a_list_of_ids: { text: '{field} must be a list of ids', shown: false },
  permissions_unreadable: {
    field: 'permissions',
    text: '{field} must be an object: is the token of an admin?',
    shown: false,
  },
  fence_type_unknown: { text: 'type {type}: only fences around locations are imported', shown: false },
  span_required: { text: 'start and end are required', shown: false },
  end_before_start: { field: 'end', text: '{field} must not be before start', shown: false },
  not_a_server_address: { text: '{address} is not an address such as https://rest.tsheets.com', shown: false },
  token_readable: { text: '{address}: the token would be readable on the way; use https', shown: false },
  company_exists: { text: 'there is already a company {name}', shown: false },
  import_running: { text: 'another import into this company is running', shown: false },
  import_token_not_admin: { text: 'the token must be an administrator’s: others do not see everything', shown: false },
  company_too_full: {
    text: 'the company has more than {max} {resource} of its own; import into a new one',
    shown: false,
  },
  records_collide: {
    text: 'the company already has records that would collide: {records}\nImport into a new company, with --company and a name that is not taken.',
    shown: false,
  },
  company_not_named: {
    text: 'name the company with --company: a new name for a new one, or one of {companies}',
    shown: false,
  },
} as const satisfies Record<string, Entry>
