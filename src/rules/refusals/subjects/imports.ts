import type { Entry } from '../entry.ts'

/** Imports from another server. */
export const imports = {
  property_missing: { text: '{field} is missing' },
  imported_from_elsewhere: {
    text: 'the company was imported from {address}; import from there, or into a new company',
  },
  not_a_list_of_ids: { text: '{field} must be a list of ids' },
  permissions_unreadable: { field: 'permissions', text: '{field} must be an object: is the token of an admin?' },
  fence_type_unknown: { text: 'type {type}: only fences around locations are imported' },
  span_required: { text: 'start and end are required' },
  end_before_start: { field: 'end', text: '{field} must not be before start' },
  not_a_server_address: { text: '{address} is not an address such as https://rest.tsheets.com' },
  token_readable: { text: '{address}: the token would be readable on the way; use https' },
  company_exists: { text: 'there is already a company {name}' },
  import_running: { text: 'another import into this company is running' },
  import_token_not_admin: { text: 'the token must be an administrator’s: others do not see everything' },
  company_too_full: { text: 'the company has more than {max} {resource} of its own; import into a new one' },
  records_collide: {
    text: 'the company already has records that would collide: {records}\nImport into a new company, with --company and a name that is not taken.',
  },
  company_not_named: { text: 'name the company with --company: a new name for a new one, or one of {companies}' },
} as const satisfies Record<string, Entry>
