import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { settingSections } from '../../src/rules/people/sight.ts'
import { readSetting, settingForms } from '../../src/rules/settings/forms.ts'
import type { SettingOverride, SettingValue } from '../../src/rules/settings/settings.ts'
import { catalog, effectiveSettings, setting } from '../../src/rules/settings/settings.ts'
import { isDate } from '../../src/rules/time/calendar.ts'

const sections =
  'general alerts approvals breaks dcaa dialin files invoicing location_aware mobile_app_integrations ' +
  'mobile_app_settings reminders projects quickbooks restapi rounding schedule sms sounds customfields time_entry ' +
  'toodledo twitter xero zenpayroll'

describe('the catalog of settings', () => {
  test('the settings have the documented sections in their order', () => {
    assert.deepEqual(Object.keys(catalog), sections.split(' '))
    assert.deepEqual(Object.keys(effectiveSettings([])), sections.split(' '))
  })

  test('the settings have the documented JSON types', () => {
    const { general, approvals, breaks, customfields, files, location_aware, schedule, time_entry } = catalog
    const strings = [
      ...[general.calculate_overtime, general.daily_overtime, general.daily_doubletime, general.weekly_regular_hours],
      ...[general.emp_panel_tz, general.enable_timesheet_notes, general.hide_working_time, general.max_jobcodes],
      ...[general.payroll_end_date, general.payroll_first_end_day, general.payroll_month_end_day, general.tz],
      ...[approvals.installed, approvals.employee_approval, customfields.installed, files.installed],
      ...[schedule.installed, location_aware.show_location, time_entry.mtc_combine_regular_timesheets],
    ]
    const numbers = [
      ...[general.clockout_override, general.daily_regular_hours, general.pto_overtime, general.time_format],
      ...[general.week_start, general.emp_panel, general.lunch_deduct, general.lunch_length, general.simple_clockin],
      ...[breaks.hide_pre_clockout_option, customfields.maximum_allowed_timesheet_custom_fields],
      ...[location_aware.installed, time_entry.installed, time_entry.pto_entry, catalog.alerts.installed],
    ]
    for (const entry of strings) assert.equal(typeof entry.default, 'string', entry.label)
    for (const entry of numbers) assert.equal(typeof entry.default, 'number', entry.label)
  })

  test('every setting has a description', () => {
    for (const section of Object.values(catalog)) {
      for (const [key, entry] of Object.entries(section)) assert.match(entry.label, /^\S.{5,}\S$/, key)
    }
    assert.ok(isDate(catalog.general.payroll_end_date.default))
  })

  test('the sections that Clockhouse supports are installed, and the others are not', () => {
    const effective = effectiveSettings([])
    const installed = Object.keys(effective).filter((name) => {
      const { settings } = effective[name as keyof typeof effective]
      return Number(settings.installed ?? 0) === 1
    })
    const expected = 'alerts approvals files location_aware reminders projects restapi schedule customfields'
    assert.deepEqual(installed, [...expected.split(' '), 'time_entry'])
    assert.deepEqual([...settingSections.names], ['restapi', 'quickbooks', 'xero', 'zenpayroll', 'invoicing', 'dcaa'])
  })
})

describe('the accepted values of settings', () => {
  test('every editable setting accepts its default, also as text, and keeps its type', () => {
    for (const [section, forms] of Object.entries(settingForms))
      for (const key of Object.keys(forms)) {
        const { default: standard } = (catalog as Record<string, Record<string, { default: SettingValue }>>)[section]![
          key
        ]!
        assert.deepEqual(readSetting(section, key, standard), standard, `${section}.${key}`)
        assert.deepEqual(readSetting(section, key, String(standard)), standard, `${section}.${key} as text`)
      }
  })

  test('invalid values of settings are refused by section and key', () => {
    const cases: [section: string, key: string, value: unknown][] = [
      ...['8', '-1', '1e1', '0x1', ' 1', '', null, undefined, {}, true].map(
        (value) => ['general', 'week_start', value] as [string, string, unknown],
      ),
      ['general', 'lunch_length', '0.123'],
      ['general', 'tz', '+02:00'],
      ['general', 'installed', 1],
      ['toString', 'length', 1],
      ['general', 'jc_label', 'x'.repeat(41)],
      ['schedule', 'business_hours_start', '8:00'],
    ]
    for (const [section, key, value] of cases)
      assert.throws(() => readSetting(section, key, value), new RegExp(`^Error: ${section}.${key}: `), String(value))
  })
})

describe('effective settings', () => {
  test('settings without overrides have their defaults and were never modified', () => {
    const effective = effectiveSettings([])
    for (const section of Object.values(effective)) assert.equal(section.last_modified, null)
    assert.equal(setting(effective, 'general', 'tz'), 'UTC')
    assert.equal(setting(effective, 'general', 'week_start'), 0)
    assert.equal(setting(effective, 'general', 'weekly_regular_hours'), '40')
    assert.equal(setting(effective, 'general', 'payroll_type'), 'biweekly')
    assert.deepEqual(effective.approvals.settings, { installed: '1', employee_approval: '1' })
  })

  test('most sections that are not installed have only that setting', () => {
    const effective = effectiveSettings([])
    assert.deepEqual(effective.quickbooks.settings, { installed: '0' })
    assert.deepEqual(effective.mobile_app_settings.settings, { installed: 0 })
    assert.deepEqual(effective.mobile_app_integrations.settings, { installed: 0, apps: '' })
    assert.deepEqual(effective.breaks.settings, { hide_pre_clockout_option: 0 })
    assert.equal(Object.keys(effective.sms.settings).length, 4)
    assert.equal(setting(effective, 'mobile_app_settings', 'location_tracking'), 'off')
    const tracked = effectiveSettings([override('company', 'mobile_app_settings', 'installed', 1)])
    assert.equal(Object.keys(tracked.mobile_app_settings.settings).length, 3)
  })

  test('a user’s override comes before the group’s, and that one before the company’s, in any order', () => {
    const company = override('company', 'general', 'tz', 'America/Denver', 30)
    const group = override('group', 'general', 'tz', 'America/New_York', 20)
    const user = override('user', 'general', 'tz', 'Europe/Berlin', 10)
    const tz = (...overrides: SettingOverride[]) => setting(effectiveSettings(overrides), 'general', 'tz')
    assert.equal(tz(company), 'America/Denver')
    assert.equal(tz(group, company), 'America/New_York')
    assert.equal(tz(user, group, company), 'Europe/Berlin')
    assert.equal(tz(company, group, user), 'Europe/Berlin')
  })

  test('a section was modified when any key in it was, even one overridden by another scope', () => {
    const effective = effectiveSettings([
      override('company', 'general', 'tz', 'America/Denver', 30),
      override('user', 'general', 'tz', 'Europe/Berlin', 10),
      override('group', 'schedule', 'employee_view', 'group', 20),
    ])
    assert.equal(effective.general.last_modified, 30)
    assert.equal(effective.schedule.last_modified, 20)
    assert.equal(effective.files.last_modified, null)
  })

  test('unknown keys are ignored, and values take the type of the catalog', () => {
    const effective = effectiveSettings([
      override('company', 'general', 'no_such_key', 1),
      override('company', 'no_such_section', 'tz', 'UTC'),
      override('company', 'files', '__proto__', 'x'),
      override('company', 'files', 'constructor', 'x'),
      override('company', 'alerts', 'installed', 'none'),
      override('company', 'alerts', 'installed', ''),
      override('company', 'sms', 'mobile_number', { a: 'b' }),
      override('company', 'breaks', 'hide_pre_clockout_option', '1'),
      override('company', 'customfields', 'installed', 0),
      override('company', 'mobile_app_integrations', 'apps', { a: { installed: '1' } }),
    ])
    for (const name of ['general', 'files', 'alerts', 'sms'] as const) {
      assert.deepEqual(effective[name], effectiveSettings([])[name])
    }
    assert.deepEqual(effective.breaks.settings, { hide_pre_clockout_option: 1 })
    assert.deepEqual(effective.customfields.settings, { installed: '0' })
    assert.deepEqual(effective.mobile_app_integrations.settings.apps, { a: { installed: '1' } })
  })

  test('an override that was reset no longer applies, and counts as a change', () => {
    const taken = { ...override('group', 'general', 'tz', '', 20), value: null }
    const effective = effectiveSettings([override('company', 'general', 'tz', 'America/Denver', 10), taken])
    assert.deepEqual([setting(effective, 'general', 'tz'), effective.general.last_modified], ['America/Denver', 20])
    assert.equal(effectiveSettings([{ ...taken, key: 'no_such_key' }]).general.last_modified, null)
  })

  test('the keys of effective settings keep the order of the catalog', () => {
    const effective = effectiveSettings([override('user', 'general', 'calculate_overtime', '0')])
    assert.deepEqual(Object.keys(effective.general.settings), Object.keys(catalog.general))
  })

  test('a setting has the type of its default', () => {
    const effective = effectiveSettings([])
    const start: number = setting(effective, 'general', 'week_start')
    const hours: string = setting(effective, 'general', 'weekly_regular_hours')
    const apps: SettingValue = setting(effective, 'mobile_app_integrations', 'apps')
    assert.deepEqual([start, hours, apps], [0, '40', ''])
    // @ts-expect-error: no such setting
    assert.equal(setting(effective, 'general', 'weak_start'), undefined)
  })
})

function override(
  scope: SettingOverride['scope'],
  section: string,
  key: string,
  value: SettingValue,
  last_modified = 1,
): SettingOverride {
  return { scope, section, key, value, last_modified }
}
