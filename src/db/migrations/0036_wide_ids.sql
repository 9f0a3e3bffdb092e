-- Ids are numbers up to 2^53. SQLite stores any whole number in 64 bits already; here are all columns of PostgreSQL that
-- hold the id of a record or of a company.
/* postgres:
do $$
declare one record;
begin
  for one in
    select table_name, string_agg(format('alter column %I type bigint', column_name), ', ') as changes
    from information_schema.columns
    where table_schema = current_schema() and data_type = 'integer'
      and (column_name = 'id' or column_name like '%\_id' or column_name in ('id_next', 'id_limit', 'created_by', 'user_company'))
    group by table_name
  loop
    execute format('alter table %I %s', one.table_name, one.changes);
  end loop;
end $$;
*/

-- Companies with imported records have all ids above those to themselves, to the end, which has moved.
update companies set id_limit = 9007199254740991 where id_limit = 2147483647;
