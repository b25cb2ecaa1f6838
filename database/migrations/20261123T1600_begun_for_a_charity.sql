-- Whoever began a fundraiser in a charity's name was its organizer, and stayed it when they left. Nobody gave them that: what they may do there is for
-- the charity to say (decisions.md 46). Where the audit log has it that somebody made them organizer on purpose, nothing is changed; nor for the
-- charity's owners and admins, who may do so themselves. Whoever works there otherwise goes on as an editor; whoever does not any more is out.
with beginner as (
  select m.campaign_id, m.account_id, e.role is not null as works_there
  from campaigns.team_member m
  join campaigns.campaign c on c.id = m.campaign_id
  left join organizations.member e on e.organization_id = c.organization_id and e.account_id = m.account_id
  where m.role = 'organizer' and c.organizer_account_id is null and (e.role is null or e.role in ('finance', 'editor'))
    and exists (select from audit.entry a where a.object = 'campaign:' || m.campaign_id and a.act = 'fundraising.begun'
      and a.actor_id = m.account_id::text and a.details ->> 'by' = 'charity')
    and not exists (select from audit.entry a where a.object = 'campaign:' || m.campaign_id and (
      a.act = 'fundraising.role-changed' and a.details ->> 'accountId' = m.account_id::text and a.details ->> 'to' = 'organizer'
      or a.act = 'fundraising.joined' and a.actor_id = m.account_id::text and a.details ->> 'role' = 'organizer'))
), lesser as (
  update campaigns.team_member m set role = 'editor' from beginner b
  where b.works_there and m.campaign_id = b.campaign_id and m.account_id = b.account_id
), gone as (
  delete from campaigns.team_member m using beginner b
  where not b.works_there and m.campaign_id = b.campaign_id and m.account_id = b.account_id
), asked as (
  update fundraising.invitation i set ended_at = now() from beginner b
  where i.ended_at is null and i.campaign_id = b.campaign_id and i.invited_by = b.account_id
)
insert into audit.entry (happened_at, actor_kind, act, object, details)
  select now(), 'system', case when works_there then 'fundraising.role-changed' else 'fundraising.removed' end, 'campaign:' || campaign_id,
    jsonb_build_object('accountId', account_id, 'from', 'organizer') || case when works_there then '{"to": "editor"}'::jsonb else '{}' end
  from beginner;
