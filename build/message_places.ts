import type { Found } from '../web/messages.ts'

// Where a message is shown, in words for translators, told from its file and from what it is in.

const areas: readonly [file: RegExp, area: string][] = [
  [/^src\/(app_api|resources|webhooks)\//, 'Server, answers to the app'],
  [/^src\/audit\//, 'Audit, what was changed'],
  [/^src\/company\//, 'Server'],
  [/^src\/exports\/calendar/, 'Calendar feed'],
  [/^src\/exports\/pdf\//, 'PDF files'],
  [/^src\/(exports|reports)\//, 'Files of reports'],
  [/^src\/guardian\//, 'Server page, and clockhouse doctor'],
  [/^src\/identity\//, 'Signing in'],
  [/^src\/(jobs|notifications)\//, 'Emails and notifications'],
  [/^src\/oauth\//, 'Connecting an application'],
  [/^src\/rules\/notifications\//, 'Emails and notifications'],
  [/^src\/rules\/overtime\//, 'Overtime rules'],
  [/^src\/rules\/payroll_files\/(table|gross|time)/, 'Columns of payroll files'],
  [/^src\/rules\/payroll_files\//, 'Payroll files'],
  [/^src\/rules\/refusals\//, 'Errors'],
  [/^src\/rules\/(settings|break_laws)/, 'Company settings'],
  [/^src\/rules\/retention/, 'Retention of data'],
  [/^src\/rules\/(hours_report|export_titles)/, 'Reports'],
  [/^src\/rules\/weekdays/, 'Days of the week'],
  [/^src\/rules\/history_notes/, 'History of a time entry'],
  [/^src\/rules\/report_view/, 'Dates of a report'],
  [/^src\/rules\//, 'Rules of time'],
  [/^web\/components\/corrections\//, 'Proposed corrections'],
  [/^web\/components\/map\//, 'Map'],
  [/^web\/components\/palette\//, 'Command palette'],
  [/^web\/components\/pay_rates/, 'Pay rates'],
  [/^web\/components\/reminder/, 'Reminders'],
  [/^web\/components\/bell/, 'Messages under the bell'],
  [/^web\/components\/(refusals|field_rules)/, 'Errors'],
  [/^web\/components\//, 'Many pages'],
  [/^web\/pages\/allowed\//, 'Connected apps'],
  [/^web\/pages\/index/, 'Names of pages in the menu'],
  [/^web\/pages\/me\//, 'My settings'],
  [/^web\/pages\/outbox\//, 'Outbox of emails'],
  [/^web\/pages\/people\/permission_words/, 'Roles and permissions'],
  [/^web\/pages\/pto\//, 'Time off policies and balances'],
  [/^web\/pages\/welcome\//, 'Setup'],
  [/^web\/pages\/working\//, 'Who’s working'],
  [/^web\/pages\/schedule\/looks/, 'Colors of shifts'],
  [/^web\/pages\/timesheet\/print/, 'Printed timesheet'],
]

/** The part of the product that a file belongs to. Pages without a line of their own are called like their folder. */
function areaOf(file: string): string {
  const area = areas.find(([pattern]) => pattern.test(file))?.[1]
  const page = /^web\/pages\/(\w+)/.exec(file)?.[1]?.replaceAll('_', ' ')
  return area ?? (page ? page[0]!.toUpperCase() + page.slice(1) : 'Everywhere')
}

const kinds: readonly [holder: RegExp, kind: string][] = [
  [/^<\w+> aria-label$/, 'name for screen readers'],
  [/^<(Button|ButtonLink|button|CopyButton)>( label)?$|> action$|^<ActionDialog> label$|^button:$/, 'button'],
  [/^<(Dialog|ActionDialog|Confirm)> title$/, 'title of a dialog'],
  [/^<(Page|Card|Section|Empty|Notice)> title$|^<(h[1-4]|legend|summary)>$|^title:$/, 'heading'],
  [/^page\(\)$/, 'title of a page'],
  [/^messagePage\(\)$/, 'page with a message'],
  [/^entry\(\)$/, 'name of a page or setting'],
  [/^(problem|missing|wrong|refused):$|^(wrong|toastError)\(\)$/, 'error'],
  [/^<(th|Column)>|^(column|columns|heads?)(\(\)|:)$/, 'heading of a column'],
  [/^<(a|Link|NavLink)>$/, 'link'],
  [/^<(option|Choice)>$/, 'choice in a list'],
  [/^<\w*(Field|Area|Picker|Segments|Check|CheckList|Filter)> label$|^<(label|dt)>$|^<Facts?> |^<Line> name$/, 'label'],
  [/^(label|name|text):$/, 'label'],
  [/> (hint|about)$|^(help|hint|about):$/, 'explanation'],
  [/> placeholder$|^placeholder:$/, 'example in an empty field'],
  [/^<\w+> title$/, 'shown when pointing at it'],
  [/^(toast|show)\(\)$/, 'message after an action'],
  [/^subject:$/, 'subject of an email'],
  [/^<(p|li|td|dd|span|small|strong|Notice|Empty|div)>$/, 'text'],
]

/** Where a message is shown, such as `My settings: button`. */
export function placeOf({ file, holder }: Found): string {
  const kind = kinds.find(([pattern]) => pattern.test(holder))?.[1]
  return kind ? `${areaOf(file)}: ${kind}` : areaOf(file)
}
