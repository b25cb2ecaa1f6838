-- Notes the former donor of an anonymous donation that belongs to another donor (0094). Adding a donation doesn't run this
-- trigger.
-- Locks: giving.donation (writes, a moment)
create trigger anonymous_donor_changed
  after update of donor_key on giving.donation
  for each row
  when (old.is_anonymous and new.donor_key <> old.donor_key)
  execute function charity_donors.note_former_donor();
