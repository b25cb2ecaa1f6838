-- Whatever is asked about an intent finds its attempts by it: those that were declined as well, which no other index holds.
create index attempt_of_intent on payments.attempt (intent_id);

-- A basket is changed many times on one day. What finds the idle ones knows the day alone, so that a change touches no index.
drop index baskets.basket_idle;
alter table baskets.basket add column changed_on date generated always as ((changed_at at time zone 'UTC')::date) stored;
alter table baskets.basket set (fillfactor = 50);
create index basket_idle on baskets.basket (changed_on) where status in ('active', 'abandoned');
