import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Reports and exports. */
export const reports = {
  no_such_export: {
    text: 'there is no export {name}; GET /api/console/exports lists them',
    shown: msg('This kind of file no longer exists'),
  },
  format_unknown: { field: 'format', text: '{field} must be {choices}', shown: false },
  no_such_option: { text: '{target} has no such option', shown: false },
  long_notes_unknown: { field: 'long_notes', text: '{field} must be refuse or cut', shown: false },
  too_many_reports: {
    text: 'a company can have at most {max} saved reports',
    shown: msg('A company can have at most {max} saved reports'),
  },
  private_report_for_others: {
    field: 'schedule.user_ids',
    text: 'a private report is sent to its owner only; share it to send it to others',
    shown: msg('Share the report to send it to other people'),
  },
  no_such_report: { text: 'there is no saved report {id}', shown: msg('It no longer exists or isn’t visible to you') },
  export_failed: {
    text: 'the export failed; select fewer days or people',
    shown: msg('The export failed. Select fewer days or people'),
  },
  export_stopped: { text: 'the export was stopped', shown: msg('The file was not finished. Try again') },
  too_many_rows: {
    field: 'end_date',
    text: 'a file can have at most {max} rows; select fewer days or people',
    shown: msg('A file can have at most {max} rows. Select fewer days or people'),
  },
  too_many_timesheets: {
    field: 'end_date',
    text: 'this is {count} timesheets, and a file can have at most {max}; select fewer days or people',
    shown: msg('A file can have at most {max} rows. Select fewer days or people'),
  },
  too_many_spreadsheet_rows: {
    field: 'format',
    text: 'a spreadsheet can have at most {max} rows; use csv, or select fewer days or people',
    shown: msg('This file can have at most {max} rows. Use CSV, or select fewer days or people'),
  },
  too_many_pdf_entries: {
    field: 'format',
    text: 'a PDF can have at most {max} entries; use csv, or select fewer days or people',
    shown: msg('This file can have at most {max} rows. Use CSV, or select fewer days or people'),
  },
  too_many_pdf_rows: {
    field: 'format',
    text: 'a PDF can have at most {max} rows; use csv, or select fewer days or people',
    shown: msg('This file can have at most {max} rows. Use CSV, or select fewer days or people'),
  },
  groupings_unknown: { text: '{field} must be one or two of {choices}', shown: false },
  report_too_long: {
    field: 'group_by',
    text: 'this is {count} rows, and a report can have at most {max}',
    shown: msg('This is {count} rows; a report can have at most {max}. Select fewer days or people'),
  },
  sorting_unknown: { text: '{field} must be some of {choices}, each after + or -', shown: false },
  field_named_twice: { text: '{field} must name each field once', shown: false },
  export_impossible: { text: '{problem}', shown: msg('The file can’t be made: {problem}') },
} as const satisfies Record<string, Entry>
