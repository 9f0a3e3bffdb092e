import { type ScimValues, scimCountMax, scimSchemas } from '../rules/people/scim.ts'
import type { ScimCall } from './records.ts'

// The service's description of itself (RFC 7643, sections 5 to 7).

/** The address of the service, and where the company keeps employee numbers. */
type Described = Pick<ScimCall, 'base' | 'keeps'>

/** The capabilities of the service. */
export function serviceConfig(base: string): ScimValues {
  const unsupported = { supported: false }
  return {
    schemas: [scimSchemas.config],
    documentationUri: 'https://datatracker.ietf.org/doc/html/rfc7644',
    patch: { supported: true },
    bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: scimCountMax },
    changePassword: unsupported,
    sort: unsupported,
    etag: unsupported,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an administrator creates in the settings.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

/** The types of resources. */
export function resourceTypes({ base, keeps }: Described): ScimValues[] {
  const type = (name: string, endpoint: string, schema: string, schemaExtensions: ScimValues[]) => ({
    schemas: [scimSchemas.type],
    id: name,
    name,
    endpoint,
    schema,
    schemaExtensions,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  })
  const extensions = keeps === '' ? [] : [{ schema: scimSchemas.enterprise, required: false }]
  return [type('User', '/Users', scimSchemas.user, extensions), type('Group', '/Groups', scimSchemas.group, [])]
}

/** The attributes of the types. */
export function schemas({ base, keeps }: Described): ScimValues[] {
  const schema = (id: string, name: string, attributes: ScimValues[]) => ({
    schemas: [scimSchemas.schema],
    id,
    name,
    description: name,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  })
  return [
    schema(scimSchemas.user, 'User', [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('name', {
        type: 'complex',
        subAttributes: [
          attribute('formatted', { mutability: 'readOnly' }),
          attribute('givenName'),
          attribute('familyName'),
        ],
      }),
      attribute('displayName'),
      attribute('title'),
      attribute('active', { type: 'boolean' }),
      values('emails'),
      values('phoneNumbers'),
      values('groups', { mutability: 'readOnly' }, 'Group'),
      attribute('externalId', { caseExact: true }),
    ]),
    schema(scimSchemas.group, 'Group', [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      values('members', {}, 'User'),
      attribute('externalId', { caseExact: true }),
    ]),
    ...(keeps === '' ? [] : [schema(scimSchemas.enterprise, 'EnterpriseUser', [attribute('employeeNumber')])]),
  ]
}

function attribute(name: string, more: ScimValues = {}): ScimValues {
  return {
    name,
    type: 'string',
    multiValued: false,
    description: name,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  }
}

/** A multi-valued attribute, whose values may be references to resources of a type. */
function values(name: string, more: ScimValues = {}, of?: 'User' | 'Group'): ScimValues {
  const display = attribute('display', { mutability: 'readOnly' })
  const parts = of
    ? [attribute('value'), attribute('$ref', { type: 'reference', referenceTypes: [of], mutability: 'readOnly' })]
    : [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })]
  return attribute(name, { type: 'complex', multiValued: true, subAttributes: [...parts, display], ...more })
}
