-- The donations of one plan, and the last subscription of a plan, for a charity's list of plans.
-- Locks: giving.donation (writes, some seconds per million rows), subscriptions.subscription (writes, some seconds per million rows)
create index donation_subscription on giving.donation (subscription_id) where subscription_id is not null;
create index subscription_of_plan on subscriptions.subscription (plan_id, created_at desc, id desc);
