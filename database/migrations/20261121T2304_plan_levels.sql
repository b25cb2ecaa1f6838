-- A plan of a fundraiser may be begun with a giving level (S2 §3 `rewardId`, ADR-0045). Its place is claimed when it begins, under the plan's id;
-- the first of its gifts that is paid takes the claim over.
comment on column campaigns.level_claim.intent_id is 'the payment, or the plan that was begun with the level and has not given yet';

-- The charge whose gift brings the level to the organizer; another one only when nothing came of that.
alter table subscriptions.subscription add column level_charge_id uuid;
alter table subscriptions.subscription add constraint level_is_brought_by_a_plan_with_one check (level_charge_id is null or level_id is not null);

-- A donor has a level by one plan at a time.
create unique index subscription_one_of_each_level on subscriptions.subscription (account_id, level_id)
  where level_id is not null and state in ('active', 'paused', 'needs-card');
