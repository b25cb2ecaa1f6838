-- The donations of one person, for a charity's list and page of its donors, and those of one plan. Anonymous donations
-- belong to no one there. Building the indexes blocks donations, some seconds for a million donations.
create index donation_donor on giving.donation (donor_key) where not is_anonymous;
create index donation_subscription on giving.donation (subscription_id) where subscription_id is not null;
create index subscription_of_plan on subscriptions.subscription (plan_id, created_at desc, id desc);
