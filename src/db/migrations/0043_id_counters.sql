-- Sixteen rows take turns handing out blocks of ids. In a distributed database, they are on different machines. Each row
-- hands out the numbers with its remainder, above all numbers used so far.
insert into counters (name, last) select 'id_block ' || n.n, c.last - (c.last + 16 - n.n) % 16
  from counters c, (
    select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5
    union all select 6 union all select 7 union all select 8 union all select 9 union all select 10 union all select 11
    union all select 12 union all select 13 union all select 14 union all select 15
  ) n
  where c.name = 'id_block';
delete from counters where name = 'id_block';
