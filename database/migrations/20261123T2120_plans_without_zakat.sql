-- A plan that gives Zakat rests when none of its causes is verified for it any more.
alter table subscriptions.subscription drop constraint subscription_because_check;
alter table subscriptions.subscription add constraint subscription_because_check
  check (because in ('donor', 'failures', 'consent', 'card', 'causes', 'zakat', 'dispute', 'over'));
