import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Custom fields, their items and filters. */
export const customFields = {
  filter_target_unknown: { field: 'applies_to', text: '{field} has to be jobcodes, users or groups.', shown: false },
  filter_exists: {
    field: 'customfielditem_id',
    text: 'the filter {filter} has the same item and target',
    shown: false,
  },
  no_such_custom_field: {
    field: 'customfield_id',
    text: 'there is no custom field {id}',
    shown: msg('This field no longer exists'),
  },
  field_takes_any_text: {
    field: 'customfield_id',
    text: '{name} takes any text; only managed lists can be filtered',
    shown: false,
  },
  no_such_item: {
    field: 'customfielditem_id',
    text: 'there is no custom field item {id}',
    shown: msg('This choice no longer exists'),
  },
  no_active_item: {
    field: 'customfielditem_id',
    text: 'there is no active custom field item {id}',
    shown: msg('This choice was archived'),
  },
  item_of_another_field: {
    field: 'customfielditem_id',
    text: '{item} is not an item of the field {name}',
    shown: false,
  },
  no_active_custom_field: {
    field: 'customfield_id',
    text: 'there is no active custom field {id}',
    shown: msg('This field was archived'),
  },
  no_active_timesheet_field: {
    field: 'customfield_ids',
    text: 'there is no active custom field {id} of timesheets',
    shown: msg('This field was archived'),
  },
  field_shows_with_itself: {
    field: 'customfield_ids',
    text: 'a custom field cannot show with itself',
    shown: msg('A field can’t show with itself'),
  },
  pattern_mismatch: {
    field: 'name',
    text: '{field} must match {pattern}',
    shown: msg('{field} doesn’t have the required format'),
  },
  must_be_timesheet: { text: '{field} must be timesheet', shown: false },
  show_to_all_fixed: { field: 'show_to_all', text: '{field} may be false only on fields of timesheets', shown: false },
  custom_field_name_taken: {
    field: 'name',
    text: 'another custom field is called {name}',
    shown: msg('{field}: another custom field is called {name}'),
  },
  custom_field_code_taken: {
    field: 'short_code',
    text: '{code} is used by the custom field {name}',
    shown: msg('{code} is used by the custom field {name}'),
  },
  too_many_custom_fields: {
    field: 'active',
    text: 'at most {max} custom fields of timesheets can be active',
    shown: msg('At most {max} custom fields for time entries can be active'),
  },
  not_values_by_field: { text: '{field} must be an object of field id to value', shown: false },
  too_many_different_values: {
    field: 'customfields',
    text: 'at most {max} different values in one request',
    shown: msg('Use at most {max} different values at a time'),
  },
  no_such_field: { field: 'customfields', text: 'there is no field {id}', shown: msg('This field no longer exists') },
  field_archived: {
    field: 'customfields',
    text: 'the field {name} is archived',
    shown: msg('The field {name} is archived'),
  },
  not_a_choice: {
    field: 'customfields',
    text: '{value} is not a choice of {name}',
    shown: msg('{value} is not a choice of {name}'),
  },
  field_value_too_long: {
    field: 'customfields',
    text: 'a value of {name} must be at most {max} characters',
    shown: msg('{name} must be at most {max} characters'),
  },
  field_value_mismatch: {
    field: 'customfields',
    text: 'a value of {name} must match {pattern}',
    shown: msg('{name} doesn’t have the required format'),
  },
  choice_not_offered: {
    field: 'customfields',
    text: '{name} ({id}) does not offer {value} here',
    shown: msg('{name} does not offer {value} here'),
  },
  field_value_required: { field: 'customfields', text: '{name} ({id}) is required', shown: msg('{name} is required') },
  item_name_taken: { text: 'already used by the item "{name}"', shown: msg('It is already used by the choice {name}') },
} as const satisfies Record<string, Entry>
