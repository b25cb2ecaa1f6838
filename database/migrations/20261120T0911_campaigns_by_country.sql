-- The list of one country's fundraisers, at the cost of those shown and not of all there are.
create index campaign_listed_by_country on campaigns.campaign (country, created_at desc, id desc) where status = 1 and kind = 'fundraiser';
