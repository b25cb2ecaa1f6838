-- Removes a donor's texts (0092) when a donation becomes anonymous or belongs to another donor. Adding a donation doesn't
-- run this trigger.
-- Locks: giving.donation (writes, a moment)
create trigger donor_texts_removed
  after update of donor_key, is_anonymous, name, custom_name, level_email on giving.donation
  for each row
  when (
    not old.is_anonymous
      and (
        new.is_anonymous
          or new.donor_key <> old.donor_key
          or new.name <> old.name
          or new.custom_name is distinct from old.custom_name
          or new.level_email is distinct from old.level_email
      )
  )
  execute function charity_donors.remove_texts();
