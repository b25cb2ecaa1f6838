-- Names and email addresses by which a charity's team finds donors and possible duplicates, without reading each of its
-- donations. The worker adds them with the feed of changes, so that a donation writes nothing more.
-- Locks: none
create table charity_donors.donor_text (
  organization_id bigint not null references organizations.organization,
  donor_key       bytea not null,
  is_name         boolean not null,      -- a public name; otherwise an email that a level asked for
  words           text not null,         -- the first 500 characters in lower case
  has_contact     boolean not null,      -- whether a donation with this name can have a contact that the team may see
  last_at         timestamptz not null,  -- of the newest donation with it
  -- The name by which possible duplicates are compared.
  comparable      text generated always as (
    case when is_name and has_contact then lower(regexp_replace(normalize(words, nfkc), '\s+', ' ', 'g')) end) stored,
  primary key (organization_id, donor_key, is_name, words)
) with (fillfactor = 80);
create index donor_text_comparable on charity_donors.donor_text (organization_id, comparable, donor_key) where comparable is not null;
alter table charity_donors.donor_text alter column donor_key set statistics 20, alter column words set statistics 20, alter column comparable set statistics 20;

-- Donors who lost a donation, by anonymization or to another key, and whose texts the worker adds anew. It has no index;
-- the worker empties it.
create table charity_donors.donor_text_check (organization_id bigint not null, donor_key bytea not null);

-- How far the texts of earlier donations are added, in order of ids. The worker begins when the processes of the last
-- release, which add no texts, have stopped.
create table charity_donors.donor_text_fill (
  is_only     boolean primary key default true check (is_only),
  begins_at   timestamptz not null,
  last_id     uuid,
  is_complete boolean not null
);
insert into charity_donors.donor_text_fill (begins_at, is_complete)
select now() + interval '15 minutes', not exists (select from giving.donation);

-- Erasure and a new key take a donation's texts from its donor at once, unless another of the donor's donations has them.
-- A batch of the worker may be adding them just then, so the donor is also noted for the next one.
create function charity_donors.remove_texts() returns trigger language plpgsql as $$
declare organization bigint := (select c.organization_id from campaigns.campaign c where c.id = old.campaign_id);
begin
  delete from charity_donors.donor_text t
  where t.organization_id = organization
    and t.donor_key = old.donor_key
    and not exists (
      select
      from giving.donation d
      join campaigns.campaign c on c.id = d.campaign_id
      where d.donor_key = old.donor_key
        and c.organization_id = organization
        and not d.is_anonymous
        and t.words = left(lower(case when t.is_name then giving.public_name(d) else d.level_email end), 500)
    );
  insert into charity_donors.donor_text_check values (organization, old.donor_key);
  return null;
end $$;

-- Lets the worker add all texts anew; donations are searched meanwhile.
create function charity_donors.rebuild_texts() returns void language sql as $$
  update charity_donors.donor_text_fill set is_complete = false, last_id = null, begins_at = now();
  delete from charity_donors.donor_text;
$$;

-- Processes of the last release change donations between this migration and the grants that follow the last one.
do $$ begin
  if exists (select from pg_roles where rolname = 'sunbul_app') then
    grant select, insert, update, delete on charity_donors.donor_text, charity_donors.donor_text_check, charity_donors.donor_text_fill to sunbul_app;
    grant execute on function charity_donors.remove_texts(), charity_donors.rebuild_texts() to sunbul_app;
  end if;
end $$;
