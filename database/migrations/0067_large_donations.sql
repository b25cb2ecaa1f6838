-- The amount from which a charity's team is mailed about a donation (content-31), in minor units of its general fund's
-- currency; null: never.
-- Locks: organizations.organization (all, a moment)
alter table organizations.organization add column large_donation_from bigint check (large_donation_from > 0);
