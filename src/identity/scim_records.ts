import { sql, type Tx } from '../engine/sql.ts'
import type { ScimKind } from '../rules/people/scim_attributes.ts'

/** What a provider calls a record, and the types under which it knows the address and the number that are kept. */
export type ScimNote = { externalId: string; emailType?: string; phoneType?: string; deleted?: boolean }

/** Stores what a provider calls a record. */
export async function noteScimRecord(
  tx: Tx,
  { companyId, kind, id }: { companyId: number; kind: ScimKind; id: number },
  { externalId, emailType = '', phoneType = '', deleted = false }: ScimNote,
): Promise<void> {
  await tx.run(sql`insert into scim_records
      (company_id, kind, record_id, external_id, deleted, email_type, phone_type, noted)
    values (${companyId}, ${kind}, ${id}, ${externalId}, ${deleted ? tx.now : 0}, ${emailType}, ${phoneType}, ${tx.now})
    on conflict (company_id, kind, record_id) do update set external_id = excluded.external_id,
      deleted = excluded.deleted, email_type = excluded.email_type, phone_type = excluded.phone_type, noted = excluded.noted`)
}
