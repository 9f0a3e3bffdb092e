import { msg } from '../../../src/rules/language/messages.ts'

/**
 * What people call the subjects of pages and of sections of the settings, besides the words on them, by address.
 * Translations list the words of their own language; the English ones are found in every language.
 */
export const otherWords: Readonly<Record<string, string>> = {
  '/settings/company': msg('company name, business name, firm, organization, rename'),
  '/settings/time': msg(
    'time zone, timezone, 24 hours, 12 hours, AM, PM, military time, decimal hours, minutes, hundredths, week start, week starts, first day of the week, daylight saving, summer time, Monday, Sunday, currency, dollar, euro, locale, translation, dates, region, label',
  ),
  '/settings/pay-period': msg(
    'week, weekly, biweekly, fortnight, semimonthly, monthly, payday, payroll, pay run, pay date, pay cycle, cutoff, period end',
  ),
  '/settings/pattern': msg(
    'work week, working days, weekdays, weekend, full time, part time, FTE, hours a day, daily hours, contract',
  ),
  '/settings/overtime': msg(
    'OT, time and a half, double time, 40 hours, FLSA, state law, daily overtime, weekly overtime, night work, seventh day, night shift, shift differential, workday, midnight, premium, surcharge',
  ),
  '/settings/breaks': msg('lunch, meal, rest, pause, break law, missed break, penalty, premium pay'),
  '/settings/rounding': msg('round, quarter hour, 15 minutes, nearest, seven-minute rule, tenth of an hour'),
  '/settings/clock': msg(
    'punch, punch in, punch out, time clock, timer, forgot, idle, left running, automatic clock-out, lunch deduction, one tap',
  ),
  '/settings/notes': msg('GPS, tracking, position, geolocation, whereabouts, comment, memo, description'),
  '/settings/approvals': msg(
    'approve, submit, timecard, manual time, edit time, sign off, lock, lock timesheets, vacation, rest between shifts, permission',
  ),
  '/settings/profile': msg('email address, phone number, personal details, edit profile, own password'),
  '/settings/sign-in': msg(
    '2FA, MFA, two-factor, two-step, authenticator, one-time code, OTP, passkey, log in, security',
  ),
  '/settings/schedule': msg('shift, roster, rota, planning, opening hours, business hours'),
  '/settings/changes': msg('API, integration, assistant, ChatGPT, Claude, MCP, agent, change log, sync'),
  '/settings/alerts': msg('notify, notification, push, message, warning, idle, long shift, late, overtime warning'),
  '/settings/reminders': msg('remind, nudge, alarm, forgot to clock in'),
  '/settings/addresses': msg('IP, network, firewall, VPN, allowlist, whitelist, restrict, office only'),
  '/settings/single-sign-on': msg('SSO, OIDC, OpenID, SAML, Okta, Entra, Azure, Google, Microsoft, log in, domain'),
  '/settings/provisioning': msg('SCIM, directory, user sync, Okta, Entra, offboarding'),
  '/holidays': msg('holiday, public holiday, bank holiday, Christmas, New Year, day off, closed'),
  '/pto': msg(
    'PTO, vacation, annual leave, sick leave, sick days, accrual, entitlement, balance, carry over, absence, holiday allowance',
  ),
  '/breaks': msg('break, lunch, meal, coffee, rest, pause, paid break, unpaid break'),
  '/locations': msg('geofence, GPS, map, site, place, job site, address, radius'),
  '/fields': msg('custom field, extra field, cost code, class, tag, drop-down'),
  '/people': msg(
    'employee, staff, user, worker, team, crew, invite, permission, role, roles, wage, pay rate, bonus, tip, tips, commission, allowance, employee number, payroll ID, administrator',
  ),
  '/people/import': msg('import, CSV, Excel, spreadsheet, upload, add many'),
  '/groups': msg('group, department, team, crew, manager, supervisor, branch'),
  '/jobs': msg('job, project, customer, client, task, cost center, service item'),
  '/projects': msg('budget, estimate, project plan'),
  '/pay_runs': msg('payroll, payday, close the period, pay slip'),
  '/reports/files': msg('export, payroll file, CSV, Excel, QuickBooks, ADP, Gusto, Paychex, download'),
  '/reports/payroll': msg('wages, gross pay, salary, cost'),
  '/approvals': msg('approve, sign off, send back, timecards'),
  '/working': msg('who is working, on the clock, attendance, present, absent'),
  '/timesheet': msg('hours, time entry, timecard, log time'),
  '/time_off': msg('vacation, sick, absence, leave, day off, PTO'),
  '/schedule': msg('shift, roster, rota, plan'),
  '/developers': msg('API, integration, developer, OAuth, client ID, connect'),
  '/developers/tokens': msg('API key, access token, secret'),
  '/developers/webhooks': msg('webhook, callback, event'),
  '/deliveries': msg('push, email, notification history'),
  '/retention': msg('delete old data, GDPR, privacy, photo, picture, archive, how long data is kept'),
  '/audit': msg('log, history, who changed, trail, security log'),
  '/inspectors': msg('auditor, inspection, authority, read-only access'),
  '/welcome': msg('getting started, onboarding, checklist, sample data, demo'),
  '/welcome/reach': msg(
    'network, phone, Wi-Fi, HOST, CLOCKHOUSE_URL, domain, HTTPS, internet, localhost, link does not open',
  ),
  '/companies': msg('second company, branch, subsidiary, client company'),
  '/outbox': msg('email, mail'),
  '/server': msg(
    'health, status, backup, restore, doctor, disk, storage, version, update, upgrade, test email, SMTP, mail server, error, uptime',
  ),
  '/me': msg(
    'my profile, my password, language, dark mode, theme, 2FA, passkey, two-step, my notifications, push, appearance',
  ),
  '/connected': msg('authorized app, revoke, OAuth'),
}
