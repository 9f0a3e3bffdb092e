-- Ids are numbers up to 2^53. SQLite stores any whole number in 64 bits already; here are all columns of PostgreSQL that
-- hold the id of a record or of a company. All tables with ids have a company; those of other programs stay as they are.
/* postgres:
do $$
declare one record;
begin
  for one in
    select c.table_name, string_agg(format('alter column %I type bigint', c.column_name), ', ') as changes
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and c.data_type = 'integer' and t.table_type = 'BASE TABLE'
      and (c.column_name = 'id' or c.column_name like '%\_id'
        or c.column_name in ('id_next', 'id_limit', 'created_by', 'user_company'))
      and exists (select 1 from information_schema.columns own
        where own.table_schema = c.table_schema and own.table_name = c.table_name and own.column_name = 'company_id')
    group by c.table_name
  loop
    execute format('alter table %I %s', one.table_name, one.changes);
  end loop;
end $$;
*/

-- Companies with imported records have all ids above those to themselves, to the end, which has moved.
update companies set id_limit = 9007199254740991 where id_limit = 2147483647;
