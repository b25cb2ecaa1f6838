-- What a press asked for, as a hash: the same key with another wish is not the same press (decisions.md, payments 4). Null: begun before it was kept.
alter table subscriptions.subscription add column press_hash text;
