-- Returns the error code if a payment to these campaigns is refused at this time, or null if it is accepted; always one
-- row. `payments.claim_payments` calls it, so that a process with outdated data can't accept a donation to a paused
-- campaign or an unverified charity.
create or replace function campaigns.donation_refusal(campaign_ids bigint[], is_plan boolean, at timestamptz)
returns table (reason text)
language sql stable parallel safe
begin atomic
  select min(
    case
      when c.id is null or c.status <> 1 or c.ends_at <= donation_refusal.at then 'campaign-closed'
      when not case
        when is_plan
          then organizations.can_collect_plans(o.verification_state, o.verified_until, donation_refusal.at)
        else organizations.can_receive_donations(o.verification_state, o.verified_until, donation_refusal.at)
      end then 'charity-not-verified'
    end
  )
  from unnest(campaign_ids) wanted(id)
  left join campaigns.campaign c on c.id = wanted.id
  left join organizations.organization o on o.id = c.organization_id;
end;
