import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { plainSchema } from '../../src/openapi/plain_schema.ts'
import type { Schema } from '../../src/wire/endpoint.ts'

// Schemas as the app API declares them, and as its document shows them.

const text = { type: 'string' }
const cases: Record<string, [declared: TSchema, shown: Schema]> = {
  'a choice has a type': [Type.Enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  'a single value is a choice of one': [Type.Literal('a'), { type: 'string', enum: ['a'] }],
  'null is one more type, and stands next to a choice': [
    Type.Object({
      name: Type.Union([Type.String({ description: 'Full.' }), Type.Null()]),
      kind: Type.Union([Type.Enum(['a'], { description: 'Which.' }), Type.Null()]),
    }),
    {
      type: 'object',
      required: ['name', 'kind'],
      properties: {
        name: { type: ['string', 'null'], description: 'Full.' },
        kind: { description: 'Which.', anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
      },
    },
  ],
  'unions inside unions are one': [
    Type.Union([Type.Union([Type.String(), Type.Number()], { description: 'Any.' }), Type.Null()]),
    { description: 'Any.', anyOf: [text, { type: 'number' }, { type: 'null' }] },
  ],
  'a reference stays next to null': [
    Type.Union([Type.Unsafe({ $ref: '#/x' }), Type.Null()]),
    { anyOf: [{ $ref: '#/x' }, { type: 'null' }] },
  ],
  'a map describes what it contains and its keys': [
    Type.Object({
      all: Type.Record(Type.String(), Type.String()),
      some: Type.Record(Type.String({ pattern: '^a' }), Type.String(), { additionalProperties: false }),
    }),
    {
      type: 'object',
      required: ['all', 'some'],
      properties: {
        all: { type: 'object', additionalProperties: text },
        some: { type: 'object', propertyNames: { pattern: '^a' }, additionalProperties: text },
      },
    },
  ],
  'an object is closed or open': [
    Type.Array(Type.Object({ a: Type.Object({}, { additionalProperties: true }) }, { additionalProperties: false })),
    {
      type: 'array',
      items: {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'object', properties: {} } },
        additionalProperties: false,
      },
    },
  ],
}

for (const [title, [declared, shown]] of Object.entries(cases))
  test(title, () => assert.deepEqual(plainSchema(JSON.parse(JSON.stringify(declared))), shown))
