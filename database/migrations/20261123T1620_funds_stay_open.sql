-- Every charity has a general fund (decisions.md 42), and nothing leaves "closed": one that was closed rests, which its people or staff can end.
update campaigns.campaign set status = 2, changed_at = now() where kind = 'general-fund' and status = 3;
alter table campaigns.campaign add constraint fund_never_closed check (kind <> 'general-fund' or status <> 3);
