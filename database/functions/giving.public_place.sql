-- Returns the donor's place for public views; null for an anonymous or erased donor. Every public view must use it.
create or replace function giving.public_place(d giving.donation)
returns text
language sql stable as $$
  select case when not d.is_anonymous then nullif(d.location, '') end
$$;
