-- Who did what, to what and when. Written with the fact it tells of, in the same transaction; never changed, not even by the owner.
create schema audit;

create table audit.entry (
  id          bigint generated always as identity primary key,
  happened_at timestamptz not null,
  actor_kind  text not null check (actor_kind in ('account', 'guest', 'visitor', 'system')),
  actor_id    text,                                     -- an id, never a name or an address
  act         text not null check (act ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z][a-z0-9]*(-[a-z0-9]+)*$'),
  object      text not null,                            -- `account:<id>`: what it was done to
  ip          text,
  details     jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  check ((actor_kind in ('account', 'guest')) = (actor_id is not null))
);
create index entry_object on audit.entry (object, id desc);
create index entry_actor on audit.entry (actor_id, id desc) where actor_id is not null;

create function audit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger entry_append_only before update or delete on audit.entry for each row execute function audit.refuse_change();
create trigger entry_no_truncate before truncate on audit.entry for each statement execute function audit.refuse_change();
