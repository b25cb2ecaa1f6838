-- One press of "Add" puts one gift into its basket, however often it is sent: kept with the addition, without what was asked for.
create table baskets.press (
  basket_id    uuid not null references baskets.basket on delete cascade,
  key          text not null,                                       -- hashed, as is the request
  request_hash text not null,
  line_id      uuid not null,                                       -- that the gift made or grew
  pressed_at   timestamptz not null,
  primary key (basket_id, key)
);
create index press_age on baskets.press (pressed_at);
