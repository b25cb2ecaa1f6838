-- Figures of each donor of a charity, by which its team's lists find and sort donors without reading their donations. The
-- worker computes them from the donations with the feed of changes, so that a donation writes nothing more.
-- Locks: charity_donors.donor_text (writes, a second per million rows)
create table charity_donors.donor_total (
  donor_key        bytea   not null,
  organization_id  bigint  not null references organizations.organization,
  is_anonymous     boolean not null,     -- the anonymous donations of a donor have a row of their own, which is only summed
  donations        integer not null check (donations >= 0),  -- without those that were fully refunded
  totals           jsonb   not null check (jsonb_typeof(totals) = 'object'),  -- minor units by currency, after refunds
  last_at          timestamptz not null,
  last_id          uuid    not null,     -- of the newest donation, refunded or not
  is_major         boolean not null,     -- by the amounts of rules/segments.ts
  has_zakat        boolean not null,
  has_plan         boolean not null,     -- whether a plan to the charity is active
  has_monthly_plan boolean not null,
  primary key (donor_key, organization_id, is_anonymous)
) with (fillfactor = 80);
create index donor_total_newest on charity_donors.donor_total (organization_id, is_anonymous, last_at desc, last_id desc);
-- Segments that few donors are in.
create index donor_total_first_time on charity_donors.donor_total (organization_id, last_at desc, last_id desc) where not is_anonymous and donations = 1;
create index donor_total_major on charity_donors.donor_total (organization_id, last_at desc, last_id desc) where not is_anonymous and is_major;
create index donor_total_zakat on charity_donors.donor_total (organization_id, last_at desc, last_id desc) where not is_anonymous and has_zakat;
create index donor_total_monthly on charity_donors.donor_total (organization_id, last_at desc, last_id desc) where not is_anonymous and has_monthly_plan;
alter table charity_donors.donor_total alter column donor_key set statistics 20, alter column totals set statistics 20, alter column last_id set statistics 20;

-- Donors with the same name are looked for among the newest names.
create index donor_text_newest on charity_donors.donor_text (organization_id, last_at desc) where comparable is not null;

-- How far the figures of earlier donors are computed, in order of their keys. The worker begins when the processes of the
-- last release, which compute none, have stopped.
create table charity_donors.donor_total_fill (
  is_only     boolean primary key default true check (is_only),
  begins_at   timestamptz not null,
  last_key    bytea,
  is_complete boolean not null
);
insert into charity_donors.donor_total_fill (begins_at, is_complete)
select now() + interval '15 minutes', not exists (select from giving.donation);

-- An anonymous donation gets another key, so that the figures of its former donor change. Those of named donations are
-- noted by remove_texts (0092).
create function charity_donors.note_former_donor() returns trigger language plpgsql as $$
begin
  insert into charity_donors.donor_text_check
  select c.organization_id, old.donor_key from campaigns.campaign c where c.id = old.campaign_id;
  return null;
end $$;

-- Lets the worker compute all figures anew; donations are read meanwhile.
create function charity_donors.rebuild_totals() returns void language sql as $$
  update charity_donors.donor_total_fill set is_complete = false, last_key = null, begins_at = now();
  delete from charity_donors.donor_total;
$$;

-- Processes of the last release change donations between this migration and the grants that follow the last one.
do $$ begin
  if exists (select from pg_roles where rolname = 'sunbul_app') then
    grant select, insert, update, delete on charity_donors.donor_total, charity_donors.donor_total_fill to sunbul_app;
    grant execute on function charity_donors.note_former_donor(), charity_donors.rebuild_totals() to sunbul_app;
  end if;
end $$;
