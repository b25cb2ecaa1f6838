-- Returns the pieces of a giving level that a donation has left after refunds: a piece is released once its whole price
-- was refunded, so a part of a piece keeps it.
create or replace function giving.pieces_left(quantity integer, gift bigint, refunded bigint)
returns integer
language sql immutable as $$
  select quantity - floor(least(greatest(refunded, 0), gift)::numeric * quantity / gift)::integer
$$;
