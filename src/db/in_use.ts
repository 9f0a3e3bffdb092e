import { existsSync } from 'node:fs'
import { type Place, sqliteFile } from './open.ts'
import { connectTo, hasServer } from './postgres/connections.ts'
import { ownFolder } from './sqlite/folder_owner.ts'

/** Throws an Error that says what to do if a server is using a database. */
export async function expectUnused(place: Place): Promise<void> {
  if (!place.databaseUrl) {
    if (existsSync(sqliteFile(place))) ownFolder(place.data)()
    return
  }
  const { client, schema } = await connectTo(place.databaseUrl)
  try {
    if (await hasServer(client, schema))
      throw new Error(`a server is using the database ${schema ?? client.database}\nStop it first.`)
  } finally {
    await client.end()
  }
}
