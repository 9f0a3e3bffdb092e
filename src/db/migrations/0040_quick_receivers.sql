-- Whether the receiver of a webhook answered the last time with success, and soon. Others take less room.
alter table webhooks add column quick integer not null default 0;
