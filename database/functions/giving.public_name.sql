-- Returns the donor's name for public views; null for an anonymous or erased donor. Every public view must use it.
create or replace function giving.public_name(d giving.donation)
returns text
language sql stable as $$
  select case when not d.is_anonymous then coalesce(nullif(d.custom_name, ''), nullif(d.name, '')) end
$$;
