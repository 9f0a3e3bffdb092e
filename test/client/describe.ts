import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { describeApi } from '../../src/openapi/description.ts'

/** Where the types of the API are written. They follow from the document; nobody keeps them. */
export const typesFile = join(import.meta.dirname, 'api.d.ts')

/** Writes the types that integrators get from this document: `openapi-typescript --default-non-nullable=false`. */
export async function writeTypes(): Promise<void> {
  const document = JSON.stringify(describeApi('http://127.0.0.1'))
  writeFileSync(typesFile, astToString(await openapiTypescript(document, { defaultNonNullable: false })))
}

if (import.meta.main) await writeTypes()
