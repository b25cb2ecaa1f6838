-- The audit is sealed in batches, each seal over its entries and the seal before it: an entry that was changed, added or taken out by
-- somebody who may do everything no longer fits (trust.md S13).
create table audit.seal (
  id          bigint generated always as identity primary key,
  first_entry bigint not null,
  last_entry  bigint not null check (last_entry >= first_entry),
  entries     bigint not null,
  hash        bytea not null,
  sealed_at   timestamptz not null
);
create unique index seal_place on audit.seal (first_entry);

create trigger seal_append_only before update or delete on audit.seal for each row execute function audit.refuse_change();
create trigger seal_no_truncate before truncate on audit.seal for each statement execute function audit.refuse_change();

-- Each entry's hash is over its own text, so that no entry is as long as all of them.
create function audit.hash_of(previous bytea, first_id bigint, last_id bigint) returns bytea language sql stable set timezone = 'UTC' as $$
  select sha256(coalesce(previous, ''::bytea) || coalesce(string_agg(
    sha256(convert_to(jsonb_build_array(e.id, e.happened_at, e.actor_kind, e.actor_id, e.act, e.object, e.ip, e.details)::text, 'UTF8')), ''::bytea order by e.id), ''::bytea))
  from audit.entry e where e.id between first_id and last_id
$$;
