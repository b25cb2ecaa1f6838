-- Fulfilment of ordered Qurbani shares (qurbani-7, qurbani-10 to qurbani-12): the allocation to animals, which is fixed
-- when an item closes, the date and place of each sacrifice, and donors' choices for unperformed shares.
create table qurbani.allocation (
  level_id     bigint      not null primary key references qurbani.item,
  frozen_at    timestamptz not null,
  requested_at timestamptz                                                  -- when donors of unperformed shares were asked to choose
);

create table qurbani.share (
  level_id       bigint      not null references qurbani.allocation,
  number         integer     not null check (number > 0),               -- within the item, across all its animals
  animal         integer     check (animal > 0),                        -- null: no animal is assigned to the order
  position       smallint    check (position between 1 and 7),          -- within the animal
  donation_id    uuid        references giving.donation,                -- null: the charity fills this share
  share_of_order integer     check (share_of_order > 0),
  intention      text        not null check (intention in ('qurbani', 'aqiqah', 'vow')),
  performed_on   date,
  place          text        check (length(place) between 1 and 120),
  recorded_at    timestamptz,
  notified_at    timestamptz,                                           -- when its donor was last emailed
  primary key (level_id, number),
  constraint share_of_order_once unique (donation_id, share_of_order),
  constraint share_of_animal_once unique (level_id, animal, position),
  constraint share_has_position check ((animal is null) = (position is null)),
  constraint share_has_order check ((donation_id is null) = (share_of_order is null)),
  constraint share_without_animal_has_order check (animal is not null or donation_id is not null),
  constraint performed_share_has_animal check (performed_on is null or animal is not null),
  constraint performance_is_whole check ((performed_on is null) = (place is null) and (performed_on is null) = (recorded_at is null)),
  constraint notified_after_performance check (notified_at is null or performed_on is not null)
);
create index share_to_notify on qurbani.share (donation_id)
  where donation_id is not null and performed_on is not null and (notified_at is null or notified_at < recorded_at);

create table qurbani.choice (
  donation_id  uuid        not null primary key references giving.donation,
  requested_at timestamptz not null,
  ends_at      timestamptz not null check (ends_at > requested_at),
  choice       text        check (choice in ('refund', 'sadaqah')),
  chosen_at    timestamptz,
  settled_at   timestamptz,
  amount       bigint      check (amount >= 0),                          -- minor units; a full refund includes the tip and the covered fee
  refund_id    uuid        unique references refunds.refund,
  ledger_tx_id uuid        unique references ledger.tx,
  constraint chosen_when check ((choice is null) = (chosen_at is null)),
  constraint settled_after_choice check (settled_at is null or choice is not null),
  constraint settled_amount check ((settled_at is null) = (amount is null)),
  constraint refund_was_chosen check (refund_id is null or (choice = 'refund' and settled_at is not null)),
  constraint sadaqah_was_chosen check (ledger_tx_id is null or (choice = 'sadaqah' and settled_at is not null)),
  constraint settled_amount_is_booked check (settled_at is null or (amount > 0) = (num_nonnulls(refund_id, ledger_tx_id) = 1))
);
create index choice_to_settle on qurbani.choice (ends_at) where settled_at is null;

-- A choice is made once and settled once. Its row can be deleted only before the donor chooses.
create function qurbani.refuse_second_outcome() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.choice is not null then raise exception 'donation %: the choice is made', old.donation_id using errcode = 'check_violation', constraint = 'choice_once'; end if;
    return old;
  end if;
  if (old.choice is not null and (new.choice, new.chosen_at) is distinct from (old.choice, old.chosen_at))
    or (old.settled_at is not null and new is distinct from old) then
    raise exception 'donation %: the choice is made', old.donation_id using errcode = 'check_violation', constraint = 'choice_once';
  end if;
  return new;
end $$;
create trigger choice_once before update or delete on qurbani.choice for each row execute function qurbani.refuse_second_outcome();

-- If an unperformed Qurbani becomes sadaqah, the money remains payable to the campaign and only its meaning changes.
alter table ledger.entry
  drop constraint entry_meaning_check,
  add constraint entry_meaning_check check (meaning in ('charge', 'gift', 'covered_fee', 'tip', 'processing_fee', 'settlement', 'refund', 'dispute',
    'payout', 'sponsorship', 'memo', 'qurbani', 'sadaqah')) not valid;
alter table ledger.entry validate constraint entry_meaning_check;

alter table refunds.refund
  drop constraint refund_reason_check,
  add constraint refund_reason_check check (reason in ('donor-request', 'duplicate', 'mistake', 'fraud', 'campaign-cancelled', 'not-performed', 'other')) not valid;
alter table refunds.refund validate constraint refund_reason_check;
