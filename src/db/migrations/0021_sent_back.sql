-- Time that an approver sent back with a message, from one date through another. It is sent back for as long as the
-- person's submitted_to is before `ends`.
create table sent_back (
  company_id integer not null,
  user_id integer not null,
  starts text /* postgres: collate "C" */ not null,
  ends text /* postgres: collate "C" */ not null,
  message text not null,
  sent_by_user_id integer not null,
  created bigint not null,
  primary key (company_id, user_id, starts)
) /* sqlite: without rowid */;
