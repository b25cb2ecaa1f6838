-- A month that is announced moves the nights of those who rest as well: they may go on.
create index subscription_of_nights on subscriptions.subscription (calendar, id)
  where state in ('active', 'paused', 'needs-card') and programme in ('DhulHijjah', 'Ramadan30Nights');
drop index subscriptions.subscription_of_month;
create index subscription_to_end on subscriptions.subscription (ends_on) where state in ('active', 'paused', 'needs-card') and ends_on is not null;

-- Since when a gift waits although nobody refused it: the provider was away. How late it is counts from then, not from the next try.
alter table subscriptions.occurrence add column put_off_since timestamptz;
