-- Whether the donor chose the basket's currency; otherwise it is that of its first line, for as long as there is one.
alter table baskets.basket add column is_currency_chosen boolean not null default false;
