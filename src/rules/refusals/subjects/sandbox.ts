import type { Entry } from '../entry.ts'

/** The sandbox: its clock, faults and snapshots. */
export const sandbox = {
  clock_never_goes_back: {
    text: 'the clock shows {now} and does not go back to {time}, because what has happened since would come before its cause; restore a snapshot, or reset the sandbox',
    shown: false,
  },
  clock_move_too_far: { text: 'the clock moves at most {max} days at once, not to {time}', shown: false },
  not_a_time: {
    text: '"{text}" is not a time: give a length such as +7d, +90m or +1h30m, or a date and time such as 2026-12-01T08:00 (in {zone}) or 2026-12-01T08:00:00Z',
    shown: false,
  },
  no_such_fault: { text: 'there is no fault {name}', shown: false },
  no_such_control: { text: 'there is no /sandbox{path}; see docs/sandbox.md', shown: false },
  no_such_clock_property: {
    text: '{property} is not a property of the clock: give move, set or running',
    shown: false,
  },
  clock_change_missing: {
    text: 'give move (such as "+7d"), set (an instant), or running (true or false)',
    shown: false,
  },
  move_or_set: { text: 'give move or set, not both', shown: false },
  must_be_a_text: { text: '{field} must be a text', shown: false },
  body_not_an_object: { text: 'the body must be a JSON object', shown: false },
  no_such_fault_property: {
    text: '{where}{property} is not a property of a fault; these are: {choices}',
    shown: false,
  },
  fault_without_effect: { text: '{where}say what happens: one of {choices}', shown: false },
  control_from_other_site: { text: 'pages of other sites cannot control the sandbox', shown: false },
  snapshot_name_malformed: {
    field: 'name',
    text: '{field} must be up to 24 of a-z, 0-9, - and _, and not "{seed}"',
    shown: false,
  },
  too_many_snapshots: { text: 'there are {max} snapshots already; delete one first', shown: false },
  seed_stays: { text: 'the seed stays, so that the sandbox can be reset', shown: false },
  sandbox_stops: { text: 'the sandbox stops', shown: false },
  no_such_snapshot: { text: 'there is no snapshot {name}; there are: {snapshots}', shown: false },
  no_such_scenario: { field: 'scenario', text: '{field} must be one of {choices}, not "{name}"', shown: false },
  clock_changes_ended: { text: 'the clocks of {zone} do not change after this', shown: false },
} as const satisfies Record<string, Entry>
