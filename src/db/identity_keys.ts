import { type Handle, sql } from '../engine/sql.ts'
import { identityKey } from '../rules/text/identity.ts'

type Person = {
  company_id: number
  id: number
  username: string
  username_key: string
  email: string
  email_key: string
}

/** Compares usernames and addresses from before as they are. Those of ordinary characters have the same key as ever. */
export async function renewIdentityKeys(handle: Handle): Promise<void> {
  const people = await handle.all<Person>(sql`select company_id, id, username, username_key, email, email_key from users
    where octet_length(username) <> length(username) or octet_length(email) <> length(email)`)
  for (const { company_id, id, username, username_key, email, email_key } of people) {
    const [name, address] = [identityKey(username), identityKey(email)]
    if (name === username_key && address === email_key) continue
    await handle.run(sql`update users set username_key = ${name}, email_key = ${address}
      where company_id = ${company_id} and id = ${id}`)
  }
}
