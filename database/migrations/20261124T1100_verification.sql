-- A charity receives donations while its verification lasts (decisions 59 and 122 to 124). `verified_at` stays: when it was last verified.
-- Whether it has expired follows from `verified_until` and the clock, so no job has to write it.
alter table organizations.organization
  add column verification_state text not null default 'none' check (verification_state in ('none', 'requested', 'verified', 'rejected')),
  add column verified_until timestamptz;

-- Charities that were verified without an end keep their verification for twelve months, to the end of the day where they are.
update organizations.organization set verification_state = 'verified',
  verified_until = ((now() at time zone time_zone)::date + interval '12 months' + time '23:59:59') at time zone time_zone
where verified_at is not null;

alter table organizations.organization
  add constraint verified_until_of_verified check (verification_state <> 'verified' or (verified_at is not null and verified_until is not null));

-- The rules of organizations/rules/verification.ts, for statements. 720 hours are the 30 days that plans are collected after the end.
create function organizations.can_receive_donations(state text, verified_until timestamptz, at timestamptz) returns boolean
  language sql immutable parallel safe return state = 'verified' and verified_until > at;
create function organizations.can_collect_plans(state text, verified_until timestamptz, at timestamptz) returns boolean
  language sql immutable parallel safe return state in ('verified', 'requested') and coalesce(verified_until + interval '720 hours' > at, false);

-- Each warning of the end of a verification goes out once (decision 123).
create table organizations.expiry_warning (
  organization_id bigint not null references organizations.organization (id),
  verified_until timestamptz not null,
  days_before int not null check (days_before in (30, 7, 0)),
  sent_at timestamptz not null,
  primary key (organization_id, verified_until, days_before)
);

-- Why a payment for these fundraisers is refused at an instant: the code of the problem, null where it is accepted. Called by the claim, so that
-- what was paused or lost its verification a moment ago is refused, whatever a process still remembers of it.
create function campaigns.donation_refusal(campaign_ids bigint[], is_plan boolean, at timestamptz) returns text
  language sql stable parallel safe
  begin atomic
    select reason from (
      select case
          when c.id is null or c.status <> 1 or c.ends_at <= donation_refusal.at then 'campaign-closed'
          when not case when is_plan then organizations.can_collect_plans(o.verification_state, o.verified_until, donation_refusal.at)
            else organizations.can_receive_donations(o.verification_state, o.verified_until, donation_refusal.at) end then 'charity-not-verified'
        end as reason
      from unnest(campaign_ids) wanted(id)
      left join campaigns.campaign c on c.id = wanted.id
      left join organizations.organization o on o.id = c.organization_id) refused
    where reason is not null order by reason limit 1;
  end;
