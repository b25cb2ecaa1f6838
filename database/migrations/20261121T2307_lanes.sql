-- Gifts that are due wait in lanes, those of one fundraiser in one, so that few of one do not wait for very many of another (rules/lanes.ts). What
-- was written down before is in the first lane until it is given: nothing is written anew for it.
alter table subscriptions.occurrence add column lane smallint not null default 0 check (lane between 0 and 255);
create index occurrence_due_in_lane on subscriptions.occurrence (lane, due_at) where state = 'SCHEDULED';
