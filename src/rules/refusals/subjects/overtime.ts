import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Rules for overtime and breaks. */
export const overtime = {
  overtime_rules_malformed: { text: 'overtime rules must be {presets} or a list of rules', shown: false },
  too_many_overtime_rules: {
    text: 'there may be at most {max} overtime rules',
    shown: msg('There may be at most {max} overtime rules'),
  },
  rules_of_one_name: { text: 'there are two rules called {name}', shown: msg('There are two rules called {name}') },
  rule_property_malformed: {
    text: '{rule}: {property} must be {expected}',
    shown: msg('{rule}: a value is missing or not possible'),
  },
  rule_property_of_other_kinds: { text: '{rule}: {property} is only for rules of kind {kinds}', shown: false },
  rule_without_times: {
    text: '{rule}: start and end are required, such as 22:00 and 06:00',
    shown: msg('{rule}: a start and an end are required'),
  },
  rule_without_length: {
    text: '{rule}: start and end must differ; whole days are 00:00 to 24:00',
    shown: msg('{rule}: start and end must differ; whole days are 00:00 to 24:00'),
  },
  rule_ends_before_it_starts: {
    text: '{rule}: until must be after from',
    shown: msg('{rule}: the first day without it must be after its first workday'),
  },
  rest_rule_without_hours: {
    text: 'rule {name} would never apply: after_hours must be above 0',
    shown: msg('Rule {name} would never apply: its hours must be above 0'),
  },
  after_hours_too_long: {
    text: 'rule {name} would never apply: after_hours must be less than the {hours} hours between start and end',
    shown: msg('Rule {name} would never apply: there are only {hours} hours between its start and end'),
  },
  over_hours_too_long: {
    text: 'rule {name} would never apply: over_hours must be less than the {hours} hours between start and end',
    shown: msg('Rule {name} would never apply: there are only {hours} hours between its start and end'),
  },
  setting_against_law: {
    text: 'must be {value} with the overtime rules {rules}; if an agreement says otherwise, choose a copy of them as a list',
    shown: msg(
      'The overtime rules {rules} need {value} for one of your settings. If an agreement says otherwise, choose custom rules and copy them.',
    ),
  },
  setting_below_against_law: {
    text: 'the overtime rules {rules} need {value}, and {kind} {id} has its own: change that first',
    shown: msg(
      'The overtime rules {rules} need {value} for a setting that a group or person has chosen differently. Change it there first.',
    ),
  },
  rest_rule_within_pause: {
    field: 'overtime',
    text: 'rule {name} would never apply: after_hours must be more than shift_pause_hours, which is {hours} hours',
    shown: msg('Rule {name} would never apply: a break of up to {hours} hours does not end a shift'),
  },
  rules_pay_twice: {
    text: 'rules {a} and {b} would pay the same hours twice',
    shown: msg('Rules {a} and {b} would pay the same hours twice'),
  },
  rule_adds_to_paid_hours: {
    text: 'rules {a} and {b} would pay the same hours twice: {adding} adds to what {paying} pays for them',
    shown: msg('Rules {a} and {b} would pay the same hours twice: {adding} adds to what {paying} pays for them'),
  },
  rules_contradict: {
    text: 'rules {a} and {b} contradict each other: both apply at {hours} hours',
    shown: msg('Rules {a} and {b} contradict each other: both apply at {hours} hours'),
  },
  rule_never_pays: {
    text: 'rule {a} contradicts rule {b}, which already pays those hours at {multiplier}',
    shown: msg('Rule {a} contradicts rule {b}, which already pays those hours at {multiplier} times'),
  },
  rules_add_twice: {
    text: 'rule {a} would never add anything: only the highest addition counts, and {b} already adds at least as much to the same hours',
    shown: msg(
      'Rule {a} would never add anything: only the highest addition counts, and {b} already adds at least as much to the same hours',
    ),
  },
  rules_overlap: {
    text: 'rules {a} and {b} overlap in time: both pay {time}',
    shown: msg('Rules {a} and {b} overlap in time: both pay {time}'),
  },
  break_rules_malformed: { text: 'break rules must be {presets} or a list of rules', shown: false },
  too_many_break_rules: {
    text: 'there may be at most {max} break rules',
    shown: msg('There may be at most {max} rules for breaks'),
  },
  no_such_rule_property: { text: '{rule}: {property} is not a property of a break rule', shown: false },
  every_hours_not_combinable: {
    text: '{rule}: every_hours cannot be combined with by_hours, part_minutes or stretch_hours',
    shown: msg('{rule}: a break after every few hours can’t have a deadline or parts'),
  },
  waivable_after_unknown: {
    text: '{rule}: waivable_after must name a rule before it, not {name}',
    shown: msg('{rule}: the break that must have been taken is that of a rule before it, not {name}'),
  },
  waivable_after_without_hours: {
    text: '{rule}: waivable_after needs waivable_to_hours',
    shown: msg('{rule}: add the hours up to which the break may be waived'),
  },
  premium_without_minutes: {
    text: '{rule}: premium_per and premium_worked need premium_minutes',
    shown: msg('{rule}: add the minutes that are paid if the break was not provided'),
  },
  part_longer_than_break: {
    text: '{rule}: part_minutes must be at most minutes',
    shown: msg('{rule}: a part can’t be longer than the break'),
  },
  break_rules_contradict: {
    text: 'rules {a} and {b} contradict each other: both ask for a {kind} break in shifts over {hours} hours, one for {minutes} and one for {others} minutes',
    shown: msg(
      'Rules {a} and {b} contradict each other: both ask for a break in shifts over {hours} hours, one for {minutes} and one for {others} minutes',
    ),
  },
  break_counted_twice: {
    text: 'rules {a} and {b} would count the same break twice: both ask for a {kind} break in shifts over {hours} hours',
    shown: msg('Rules {a} and {b} would count the same break twice: both ask for one in shifts over {hours} hours'),
  },
  break_rule_never_applies: {
    text: 'rule {a} contradicts rule {b}, which already asks for {minutes} minutes in those shifts',
    shown: msg('Rule {a} contradicts rule {b}, which already asks for {minutes} minutes in those shifts'),
  },
} as const satisfies Record<string, Entry>
