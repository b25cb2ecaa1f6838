-- Support finds what was never paid by the short name of a gift, too: the one its donor reads on their page of it.
create function payments.references_in(details jsonb) returns text[] language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(right(l ->> 'donationId', 10)), '{}')
  from jsonb_array_elements(case when jsonb_typeof(details -> 'lines') = 'array' then details -> 'lines' else '[]' end) l
$$;
create index intent_unpaid_references on payments.intent using gin (payments.references_in(order_details)) where state in ('FAILED', 'EXPIRED', 'CANCELLED');
