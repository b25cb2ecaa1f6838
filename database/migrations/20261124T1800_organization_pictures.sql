-- Which charity a picture counts for belongs to the charities: media knows uploaders only.
create table organizations.picture (
  picture_id uuid primary key references media.picture on delete cascade,
  organization_id bigint not null references organizations.organization,
  uploaded_at timestamptz not null
);
create index picture_organization on organizations.picture (organization_id, uploaded_at);

insert into organizations.picture (picture_id, organization_id, uploaded_at)
select id, organization_id, uploaded_at from media.picture where organization_id is not null;

alter table media.picture drop column organization_id;
