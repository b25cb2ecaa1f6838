-- The pieces of a giving level that a donation has left after refunds: a piece is released once its whole price was
-- refunded, so a part of a piece keeps it.
create function giving.pieces_left(quantity integer, gift bigint, refunded bigint) returns integer language sql immutable as $$
  select quantity - floor(least(greatest(refunded, 0), gift)::numeric * quantity / gift)::integer
$$;

-- Earlier partial refunds released no pieces.
create temporary table released on commit drop as
  select d.intent_id, d.level_id, sum(d.quantity - giving.pieces_left(d.quantity, d.gift, r.gift))::integer as pieces
  from giving.refunded_amount r join giving.donation d on d.id = r.donation_id
  where d.level_id is not null and not r.is_fully_refunded
  group by d.intent_id, d.level_id
  having sum(d.quantity - giving.pieces_left(d.quantity, d.gift, r.gift)) > 0;
-- Of a limited level, only donations that hold a claim release one.
delete from released r using campaigns.level l
  where l.id = r.level_id and l.claim_limit > 0
    and not exists (select from campaigns.level_claim c where c.intent_id = r.intent_id and c.level_id = r.level_id and c.state = 'claimed' and c.quantity > r.pieces);
update campaigns.level_claim c set quantity = c.quantity - r.pieces from released r
  where c.intent_id = r.intent_id and c.level_id = r.level_id and c.state = 'claimed' and c.quantity > r.pieces;
update campaigns.level l set claimed = greatest(l.claimed - r.pieces, 0)
  from (select level_id, sum(pieces)::integer as pieces from released group by level_id) r where l.id = r.level_id;
