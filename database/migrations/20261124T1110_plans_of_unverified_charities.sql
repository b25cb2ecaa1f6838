-- Plans pause, and end, for want of the charity's verification (decision 124).
alter table subscriptions.subscription drop constraint subscription_because_check;
alter table subscriptions.subscription add constraint subscription_because_check
  check (because in ('donor', 'failures', 'consent', 'card', 'causes', 'zakat', 'charity', 'dispute', 'over'));
