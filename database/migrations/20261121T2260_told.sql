-- What a donor was told of a subscription: each notice once, however often its job runs. `keys`: the gifts that a summary listed, so that each
-- stands in one of them.
create table subscriptions.told (
  subscription_id uuid not null references subscriptions.subscription,
  notice          text not null,
  keys            text[] not null default '{}',
  told_at         timestamptz not null,
  primary key (subscription_id, notice)
);
