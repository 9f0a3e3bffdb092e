import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { missingScope, parseScopes } from '../../src/rules/people/scopes.ts'

const types = ['timesheets', 'users', 'reports']

describe('OAuth scopes', () => {
  for (const [text, stored] of [
    ['', ''],
    ['  ', ''],
    ['read', 'read'],
    ['write,read write', 'read write'],
    ['users:read timesheets:write', 'timesheets:write users:read'],
  ] as const)
    test(`the scopes “${text}” are stored as “${stored}”`, () => assert.equal(parseScopes(text, types), stored))

  for (const [text, wrong] of [
    ['admin', 'admin'],
    ['read users:delete', 'users:delete'],
    ['people:read', 'people:read'],
    ['users:', 'users:'],
    [':read', ':read'],
    ['READ', 'READ'],
  ] as const)
    test(`the scopes “${text}” are refused for ${wrong}`, () =>
      assert.throws(
        () => parseScopes(text, types),
        (error) => error === wrong,
      ))

  for (const [scopes, method, path, missing] of [
    [undefined, 'DELETE', '/timesheets?ids=1', undefined],
    ['', 'POST', '/users', undefined],
    ['read', 'GET', '/timesheets?ids=1', undefined],
    ['read', 'HEAD', '/timesheets', undefined],
    ['read', 'POST', '/timesheets', 'timesheets:write'],
    ['read', 'POST', '/reports/payroll', undefined],
    ['write', 'GET', '/users', undefined],
    ['write', 'DELETE', '/users', undefined],
    ['timesheets:write', 'GET', '/timesheets', undefined],
    ['timesheets:write', 'PUT', '/timesheets/', undefined],
    ['timesheets:write', 'GET', '/users', 'users:read'],
    ['timesheets:read', 'PUT', '/timesheets', 'timesheets:write'],
    ['timesheets:read', 'GET', '/timesheets_deleted', 'timesheets_deleted:read'],
    ['timesheets:read', 'GET', '/current_user', undefined],
    ['timesheets:read', 'GET', '/last_modified_timestamps', undefined],
    ['timesheets:read', 'GET', '/files/raw?id=1', 'files:read'],
    ['customfielditem_filters:read', 'GET', '/customfielditemfilters', undefined],
  ] as const)
    test(`${method} ${path} with the scopes “${scopes}” lacks ${missing ?? 'no scope'}`, () =>
      assert.equal(missingScope(scopes, method, path), missing))
})
