-- Former subdomains of a charity. They redirect to the current one, and no other charity can use them (content-33).
create table organizations.former_subdomain (
  subdomain             text primary key,
  organization_id       bigint not null references organizations.organization,
  changed_at            timestamptz not null,
  changed_by_account_id uuid references identity.account
);
create index former_subdomain_organization on organizations.former_subdomain (organization_id, changed_at desc);
create index former_subdomain_normalized on organizations.former_subdomain (regexp_replace(subdomain, '-+', '-', 'g'));
