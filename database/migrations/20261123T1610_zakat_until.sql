-- Until when a fundraiser is verified for Zakat stands beside the mark itself, so that a gift is judged by the second at which that ends, not by
-- when a job took the mark away. Nothing there: not verified, or without an end.
alter table campaigns.campaign add column zakat_until timestamptz, add constraint zakat_until_of_verified check (zakat_until is null or zakat_verified);
update campaigns.campaign c set zakat_until = v.expires_at from moderation.zakat_verification v where v.campaign_id = c.id and v.state = 'granted' and c.zakat_verified;
