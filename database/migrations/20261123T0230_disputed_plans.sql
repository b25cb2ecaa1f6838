-- A plan rests when its donor's bank takes a gift of it back.
alter table subscriptions.subscription drop constraint subscription_because_check;
alter table subscriptions.subscription add constraint subscription_because_check
  check (because in ('donor', 'failures', 'consent', 'card', 'causes', 'dispute', 'over'));
