import type { Entry } from '../entry.ts'

/** The sandbox: its clock, faults and snapshots. */
export const sandbox = {
  clock_never_goes_back: {
    text: 'the clock shows {now} and does not go back to {time}, because what has happened since would come before its cause; restore a snapshot, or reset the sandbox',
  },
  clock_move_too_far: { text: 'the clock moves at most {max} days at once, not to {time}' },
  not_a_time: {
    text: '"{text}" is not a time: give a length such as +7d, +90m or +1h30m, or a date and time such as 2026-12-01T08:00 (in {zone}) or 2026-12-01T08:00:00Z',
  },
  no_such_fault: { text: 'there is no fault {name}' },
  no_such_control: { text: 'there is no /sandbox{path}; see docs/sandbox.md' },
  no_such_clock_property: { text: '{property} is not a property of the clock: give move, set or running' },
  clock_change_missing: { text: 'give move (such as "+7d"), set (an instant), or running (true or false)' },
  move_or_set: { text: 'give move or set, not both' },
  must_be_a_text: { text: '{field} must be a text' },
  body_not_an_object: { text: 'the body must be a JSON object' },
  no_such_fault_property: { text: '{where}{property} is not a property of a fault; these are: {choices}' },
  fault_without_effect: { text: '{where}say what happens: one of {choices}' },
  control_from_other_site: { text: 'pages of other sites cannot control the sandbox' },
  snapshot_name_malformed: { field: 'name', text: '{field} must be up to 24 of a-z, 0-9, - and _, and not "{seed}"' },
  too_many_snapshots: { text: 'there are {max} snapshots already; delete one first' },
  seed_stays: { text: 'the seed stays, so that the sandbox can be reset' },
  sandbox_stops: { text: 'the sandbox stops' },
  no_such_snapshot: { text: 'there is no snapshot {name}; there are: {snapshots}' },
  no_such_scenario: { field: 'scenario', text: '{field} must be one of {choices}, not "{name}"' },
  clock_changes_ended: { text: 'the clocks of {zone} do not change after this' },
} as const satisfies Record<string, Entry>
