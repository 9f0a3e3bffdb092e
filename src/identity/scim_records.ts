import { type Operation, operation, sql } from '../engine/sql.ts'

/** The resources that SCIM manages. */
export type ScimKind = 'users' | 'groups'

/** Stores a provider's id for a record. */
export const noteScimRecord: Operation<
  { companyId: number; kind: ScimKind; id: number; externalId: string; deleted?: boolean },
  void
> = operation('scim.noteRecord', async (tx, { companyId, kind, id, externalId, deleted = false }) => {
  await tx.run(sql`insert into scim_records (company_id, kind, record_id, external_id, deleted, noted)
    values (${companyId}, ${kind}, ${id}, ${externalId}, ${deleted ? tx.now : 0}, ${tx.now})
    on conflict (company_id, kind, record_id) do update set external_id = excluded.external_id,
      deleted = excluded.deleted, noted = excluded.noted`)
})
