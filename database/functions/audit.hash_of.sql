-- Returns the hash of these entries of the audit log after an earlier hash. Each entry is hashed separately, so that the
-- concatenated text remains short.
create or replace function audit.hash_of(previous bytea, first_id bigint, last_id bigint)
returns bytea
language sql stable set timezone = 'UTC' as $$
  select sha256(
    coalesce(previous, ''::bytea)
    || coalesce(
      string_agg(
        sha256(
          convert_to(
            jsonb_build_array(
              e.id, e.happened_at, e.actor_kind, e.actor_id, e.act, e.object, e.ip, e.details
            )::text,
            'UTF8'
          )
        ),
        ''::bytea
        order by e.id
      ),
      ''::bytea
    )
  )
  from audit.entry e
  where e.id between first_id and last_id
$$;
