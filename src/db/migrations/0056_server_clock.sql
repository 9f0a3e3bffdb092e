-- When the server last knew that the machine's clock was right: the instant, the microseconds since the machine had
-- started, and which start that was. One row.
create table server_clock (
  id bigint primary key,
  beat bigint not null,
  steady bigint not null,
  boot text not null
);

-- When the stamps of a company's records were last brought back from a time that had not come; 0 for never.
alter table companies add column stamps_back bigint not null default 0;
