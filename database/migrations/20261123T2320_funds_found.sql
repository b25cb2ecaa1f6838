-- The home page shows charities, each by its general fund: of a hundred thousand fundraisers as many as there are charities.
create index document_funds on discovery.document (featured_rank, campaign_id) where status = 1 and kind = 'general-fund';
