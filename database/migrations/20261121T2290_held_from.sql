-- What a fundraiser was when staff took hold of it: its organizer may have paused it already, and then it is theirs to open again.
alter table campaigns.campaign add column held_from smallint check (held_from in (1, 2));
update campaigns.campaign set held_from = 1 where held_at is not null;
