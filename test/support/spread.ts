import pg from 'pg'

/**
 * Stands in for Citus in a database: its catalog, and functions that partition a table by the hash of a column. They
 * refuse what Citus refuses: above all, unique keys without the column, and unlogged tables, which Citus could not move
 * to another machine later. Everything stays on this machine.
 */
export async function standInForCitus(address: string, partitions = 4): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    const { rows } = await client.query('select current_database() as name')
    await client.query(`create schema citus;
      create table citus.pg_dist_partition (logicalrelid regclass, partmethod "char", how text);
      create function citus.create_reference_table(t text) returns void language sql as
        $$ insert into citus.pg_dist_partition values (to_regclass(t), 'n', 'reference') $$;
      create function citus.create_distributed_table(t text, by_column text, colocate_with text, shard_count int default 0)
        returns void language plpgsql as $$
      declare
        bare text := trim('"' from t);
      begin
        if (select relpersistence from pg_class where oid = t::regclass) <> 'p' then
          raise exception 'the table % is not logged', t;
        end if;
        execute format('alter table %I rename to before_spread', bare);
        execute format('create table %I (like before_spread including all) partition by hash (%I)', bare, by_column);
        for part in 0..${partitions - 1} loop
          execute format('create table parts.%I partition of %I for values with (modulus ${partitions}, remainder %s)',
            bare || '_' || part, bare, part);
        end loop;
        execute format('insert into %I select * from before_spread', bare);
        drop table before_spread;
        insert into citus.pg_dist_partition
          values (to_regclass(t), 'h', by_column || ' ' || colocate_with || ' ' || shard_count);
      end $$;
      create schema parts;
      alter database ${pg.escapeIdentifier(rows[0].name)} set search_path = public, citus`)
  } finally {
    await client.end()
  }
}
