-- What a giving level asked for, and whether it was worth something, when a gift was given for it. Its organizer reads what was left for it by this,
-- however the level is changed later. What is there already is given what its level asks today; nobody knows better.
alter table giving.donation add column level_asked text[];
update giving.donation d set level_asked = array_remove(array[
    case when l.include_note or l.require_note then 'note' end,
    case when l.include_email or l.require_email then 'email' end,
    case when l.require_email then 'email-required' end,
    case when l.require_shipping then 'shipping' end,
    case when l.require_emergency_contact then 'contact' end,
    case when l.require_medical then 'medical' end,
    case when l.benefit_value > 0 then 'benefit' end], null)
  from campaigns.level l where l.id = d.level_id;
alter table giving.donation add constraint level_asked_is_known
  check (level_asked <@ array['note', 'email', 'email-required', 'shipping', 'contact', 'medical', 'benefit']);
