-- Donors by day and the day of their donation before, so that the donors of a year are counted without reading each of
-- their days.
-- Locks: workspace.donor_day (writes, some seconds per million rows)
create table workspace.donor_day_total (
  organization_id bigint not null references organizations.organization,
  day             date   not null,
  previous_on     date   not null check (previous_on < day),  -- '-infinity' for donors who gave for the first time
  donors          bigint not null,
  primary key (organization_id, day, previous_on)
) with (fillfactor = 80);

-- Adds what a statement changed in donor_day. One transaction at a time changes the days of a charity's donors.
create function workspace.add_donor_days() returns trigger language plpgsql as $$
begin
  insert into workspace.donor_day_total as t (organization_id, day, previous_on, donors)
  select organization_id, day, coalesce(previous_on, '-infinity'), count(*) from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, day, previous_on) do update set donors = t.donors + excluded.donors;
  return null;
end $$;

create function workspace.subtract_donor_days() returns trigger language plpgsql as $$
begin
  update workspace.donor_day_total t set donors = t.donors - r.donors
  from (select organization_id, day, coalesce(previous_on, '-infinity') as previous_on, count(*) as donors from removed group by 1, 2, 3) r
  where t.organization_id = r.organization_id and t.day = r.day and t.previous_on = r.previous_on;
  return null;
end $$;

create trigger donor_days_added after insert on workspace.donor_day referencing new table as added
  for each statement execute function workspace.add_donor_days();
create trigger donor_days_removed after delete on workspace.donor_day referencing old table as removed
  for each statement execute function workspace.subtract_donor_days();
create trigger donor_days_subtracted after update on workspace.donor_day referencing old table as removed
  for each statement execute function workspace.subtract_donor_days();
create trigger donor_days_updated after update on workspace.donor_day referencing new table as added
  for each statement execute function workspace.add_donor_days();

insert into workspace.donor_day_total (organization_id, day, previous_on, donors)
select organization_id, day, coalesce(previous_on, '-infinity'), count(*) from workspace.donor_day group by 1, 2, 3;

-- Processes of the last release count donors between this migration and the grants that follow the last one.
do $$ begin
  if exists (select from pg_roles where rolname = 'sunbul_app') then
    grant select, insert, update on workspace.donor_day_total to sunbul_app;
    grant execute on function workspace.add_donor_days(), workspace.subtract_donor_days() to sunbul_app;
  end if;
end $$;
