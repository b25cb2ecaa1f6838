-- A street of the same name is in many towns: where a line is tells addresses apart, too (ADR-0058).
alter table addresses.address add column place_key text not null default '';      -- country, postal code, state where it is asked for, and city, as they are compared

update addresses.address set place_key = concat_ws(E'\n', country,
  lower(regexp_replace(normalize(postal_code, NFKC), '\s+', '', 'g')),
  case when country in ('US', 'CA') then lower(btrim(regexp_replace(normalize(state, NFKC), '\s+', ' ', 'g'))) else '' end,
  lower(btrim(regexp_replace(normalize(city, NFKC), '\s+', ' ', 'g'))));

alter table addresses.address drop constraint address_account_id_line_key_key, add unique (account_id, line_key, place_key);   -- the same address twice is one
