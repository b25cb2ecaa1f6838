-- One press asks for one plan: what it asked for stands with it, so that the same key with other words is not answered with another plan.
alter table subscriptions.subscription add column press_hash text;
