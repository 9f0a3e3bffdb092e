import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Users, groups, invitations, reminders and inspectors. */
export const people = {
  no_such_user: { text: 'there is no user {id}', shown: msg('This person no longer exists') },
  user_not_found: { text: 'there is no such user', shown: msg('This person no longer exists') },
  letters_not_plain: {
    text: '{field} must have ordinary letters, as in {plain}',
    shown: msg('{field}: use ordinary letters, as in {plain}'),
  },
  no_visible_user: {
    field: 'user_id',
    text: 'there is no user {id} whose time you may see',
    shown: msg('You may not see this person’s time'),
  },
  no_approved_user: {
    field: 'user_id',
    text: 'there is no such user whose time you approve',
    shown: msg('You may not approve this person’s time'),
  },
  no_active_user: { text: 'there is no active user {id}', shown: msg('This person was archived') },
  user_archived: { text: 'the user is archived', shown: msg('This person was archived') },
  no_managed_group: {
    field: 'group_id',
    text: 'there is no group {id} that you manage',
    shown: msg('You don’t manage this group'),
  },
  no_such_group: { field: 'group_ids', text: 'there is no group {id}', shown: msg('This group no longer exists') },
  no_active_group: { text: 'there is no active group {id}', shown: msg('This group was archived') },
  group_name_taken: {
    field: 'name',
    text: 'another group is called {name}',
    shown: msg('{field}: another group is called {name}'),
  },
  use_own_settings: {
    field: 'id',
    text: 'for yourself, do this in your own settings, with your password',
    shown: msg('For yourself, do this in your own settings'),
  },
  not_the_name: {
    field: 'name',
    text: 'this is not the name of the person',
    shown: msg('That isn’t the person’s name'),
  },
  own_time_zone_not_allowed: {
    field: 'tz',
    text: 'your company does not let people change their time zone',
    shown: msg('Your company doesn’t let people change this themselves'),
  },
  own_profile_not_allowed: {
    field: 'time_format',
    text: 'your company does not let people change their profile',
    shown: msg('Your company doesn’t let people change this themselves'),
  },
  own_password_not_allowed: {
    field: 'password',
    text: 'your company does not let people change their password',
    shown: msg('Your company doesn’t let people change this themselves'),
  },
  own_change_not_allowed: {
    text: 'your company does not let people change it themselves',
    shown: msg('Your company doesn’t let people change this themselves'),
  },
  user_change_not_allowed: {
    text: 'you may not change it on this user',
    shown: msg('You may not change this for this person'),
  },
  inspector_gets_no_rights: {
    field: 'permissions',
    text: 'an inspector only reads; add another user for other rights',
    shown: msg('An inspector only reads. Add another person for other rights'),
  },
  approving_user_needs_rights: {
    field: 'approved_to',
    text: 'approving this user’s time needs a manager of the group, approve_timesheets or an administrator',
    shown: msg('You may not approve this person’s time'),
  },
  submitting_off: {
    field: 'submitted_to',
    text: 'submitting time is switched off for this user',
    shown: msg('Submitting time is turned off for this person'),
  },
  submitting_not_allowed: {
    field: 'submitted_to',
    text: 'you may not submit time of this user',
    shown: msg('You may not submit time for this person'),
  },
  granting_admin_not_allowed: {
    field: 'permissions',
    text: 'only administrators may grant or revoke admin',
    shown: msg('Only administrators may add or remove an administrator'),
  },
  changing_admin_not_allowed: {
    text: 'only administrators may change an administrator',
    shown: msg('Only administrators may change an administrator'),
  },
  password_of_another_user: {
    field: 'password',
    text: 'can only be set on your own record',
    shown: msg('You can only set your own password'),
  },
  last_administrator: {
    text: 'the last active administrator can be neither archived nor demoted',
    shown: msg('The last administrator can be neither archived nor given another role'),
  },
  no_such_user_field: {
    field: 'customfields',
    text: 'there is no field {id} for users',
    shown: msg('This field no longer exists'),
  },
  not_texts_by_field: { text: '{field} must be an object of field id to text', shown: false },
  application_may_not_change: {
    text: 'an application may not change it; sign in, or use a manual token',
    shown: false,
  },
  password_needs_settings: {
    field: 'password',
    text: 'change it in your settings, where you give your current password, too',
    shown: msg('Change your password in your settings'),
  },
  too_short: {
    field: 'password',
    text: '{field} must be at least {min} characters',
    shown: msg('{field} must be at least {min} characters'),
  },
  too_many_passwords: { field: 'password', text: 'at most {max} different ones in one request', shown: false },
  username_is_an_email: {
    field: 'username',
    text: '{username} is the email address of another user',
    shown: msg('{username} is another person’s email address'),
  },
  before_approval: {
    field: 'submitted_to',
    text: '{field} must not be before approved_to ({date})',
    shown: msg('Time through {date} is approved'),
  },
  no_text_messages: {
    field: 'contact_method',
    text: 'this server cannot send text messages',
    shown: msg('This server can’t send text messages'),
  },
  not_an_email: {
    field: 'contact_info',
    text: '{field} must be an email address',
    shown: msg('{field} must be an email address'),
  },
  inviting_admin_not_allowed: {
    field: 'user_id',
    text: 'only administrators may invite an administrator',
    shown: msg('Only administrators may invite an administrator'),
  },
  inviting_yourself: {
    field: 'user_id',
    text: 'you cannot invite yourself; change your password in your settings',
    shown: msg('You can’t invite yourself. Change your password in your settings'),
  },
  no_email_address: {
    field: 'contact_info',
    text: '{field} is required: the user has no email address',
    shown: msg('This person has no email address'),
  },
  address_of_another_user: {
    field: 'contact_info',
    text: '{field} is the address of another user',
    shown: msg('This address belongs to another person'),
  },
  invitee_missing: { text: 'user_id or contact_info is required', shown: false },
  not_one_holder: { field: 'contact_info', text: '{count} user has that address', shown: false },
  not_sms_or_email: { text: '{field} must be sms or email', shown: false },
  reminder_twice_in_request: {
    text: 'Duplicate entry: an earlier item has the same user_id and reminder_type',
    shown: false,
  },
  reminder_exists: {
    text: 'Duplicate entry: the user has another reminder of that reminder_type',
    shown: msg('This person already has such a reminder'),
  },
  inspector_address_taken: {
    field: 'email',
    text: 'someone in the company has this address; use another one',
    shown: msg('Someone in the company has this address. Use another one'),
  },
  no_such_inspector: { field: 'id', text: 'there is no inspector {id}', shown: msg('This inspector no longer exists') },
  inspection_ended: {
    field: 'id',
    text: 'the inspection of {id} has ended already',
    shown: msg('This inspection has already ended'),
  },
  hold_reason_missing: {
    field: 'reason',
    text: 'must say why the records are held',
    shown: msg('Say why the records are held'),
  },
  hold_exists: {
    field: 'user_id',
    text: 'hold {id} covers the same records already',
    shown: msg('Another hold already covers the same records'),
  },
  no_such_hold: { field: 'id', text: 'there is no hold {id}', shown: msg('This hold no longer exists') },
  hold_released: { field: 'id', text: 'hold {id} was released already', shown: msg('This hold was already released') },
  not_archived_yet: {
    field: 'id',
    text: 'archive the person first; then they can be anonymized',
    shown: msg('Archive this person first. Then they can be anonymized'),
  },
  held_by_law: {
    field: 'id',
    text: 'legal hold {hold} covers this person ({reason}); release it first',
    shown: msg('A legal hold covers this person ({reason}). Release it first'),
  },
  permissions_not_booleans: { text: '{field} must be an object of permission to true or false', shown: false },
  no_such_permission: { text: 'there is no permission {permission}', shown: false },
  too_many_active: {
    field: 'active',
    text: 'at most {max} {things} can be active (setting {key})',
    shown: msg('At most {max} can be active at a time'),
  },
  locks_you_out: {
    field: 'allowed',
    text: 'this would lock you out; add your own address, {address}',
    shown: msg('This would lock you out. Add your own address, {address}'),
  },
  not_an_address: {
    field: 'allowed',
    text: '"{text}" is neither an address such as 203.0.113.7 nor a network such as 203.0.113.0/24',
    shown: msg('“{text}” is neither an address such as 203.0.113.7 nor a network such as 203.0.113.0/24'),
  },
  too_many_addresses: {
    field: 'allowed',
    text: 'at most {max} addresses and networks',
    shown: msg('At most {max} addresses and networks'),
  },
  no_further_companies: {
    text: 'this server does not allow further companies; set {variable}=1 to allow them',
    shown: msg('This server does not allow further companies'),
  },
  notification_gone: { text: 'the notification does not exist, was delivered or was deleted', shown: false },
  address_malformed: {
    field: 'email',
    text: 'must be an email address',
    shown: msg('{field} must be an email address'),
  },
  inspection_in_past: {
    field: 'end_date',
    text: 'must not be in the past',
    shown: msg('{field} can’t be in the past'),
  },
  inspection_too_long: {
    field: 'end_date',
    text: 'must be at most {max} days from now',
    shown: msg('{field} can’t be more than {max} days from now'),
  },
  records_reversed: {
    field: 'records_to',
    text: 'must not be before records_from',
    shown: msg('{field}: must not be before the start date'),
  },
} as const satisfies Record<string, Entry>
